import type { Clock } from "../../ports/clock.ts";
import type { WritePath } from "../storage/write-path.ts";

/** Time that the removal of a mount or namespace gives secondaries to revoke their leases, in milliseconds. */
const revocationMilliseconds = 2000;

/**
 * Waits, so that connected secondaries can revoke their leases of a mount or namespace that is being removed. Resolves
 * at once if there are no secondaries.
 */
export async function awaitRevocations({ writePath, clock }: { writePath: WritePath; clock: Clock }): Promise<void> {
  if (!writePath.hasSecondaries?.()) return;
  await new Promise<void>((resolve) => clock.at(clock.now() + revocationMilliseconds, resolve));
}
