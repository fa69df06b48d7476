import type { Clock } from "../../ports/clock.ts";
import type { WritePath } from "../storage/write-path.ts";

/**
 * Time before the data of a removed mount or namespace are deleted, in milliseconds. Until then, secondaries can use
 * the data to revoke their own leases. The time suffices for some hundred leases; the removal does not wait longer.
 */
const revocationMilliseconds = 2000;

/** Waits, so that connected secondaries can revoke their leases of a mount or namespace that is being removed. */
export async function awaitRevocations({ writePath, clock }: { writePath: WritePath; clock: Clock }): Promise<void> {
  if (!writePath.hasSecondaries?.()) return;
  await new Promise<void>((resolve) => clock.at(clock.now() + revocationMilliseconds, resolve));
}
