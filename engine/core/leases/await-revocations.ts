import type { Clock } from "../../ports/clock.ts";
import type { WritePath } from "../storage/write-path.ts";

/**
 * What a mount stored stays for so long after it was marked as going, so that secondaries can take back their own leases:
 * what they need for it goes with the mount. Time enough for some hundred; the removal of a mount waits no longer.
 */
const revocationMilliseconds = 2000;

/** Resolves when secondaries had time to take back what they handed out; at once when none does. */
export async function awaitRevocations({ writePath, clock }: { writePath: WritePath; clock: Clock }): Promise<void> {
  if (!writePath.hasSecondaries?.()) return;
  await new Promise<void>((resolve) => clock.at(clock.now() + revocationMilliseconds, resolve));
}
