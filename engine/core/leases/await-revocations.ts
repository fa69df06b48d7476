import type { Clock } from "../../ports/clock.ts";
import type { WritePath } from "../storage/write-path.ts";

/**
 * Time between marking a mount for removal and deleting its data, in milliseconds. Secondaries need
 * the data to revoke their own leases. Sufficient for some hundred leases; the removal does not
 * wait longer.
 */
const revocationMilliseconds = 2000;

/** Gives connected secondaries time to revoke their leases of a mount that is removed. */
export async function awaitRevocations({ writePath, clock }: { writePath: WritePath; clock: Clock }): Promise<void> {
  if (!writePath.hasSecondaries?.()) return;
  await new Promise<void>((resolve) => clock.at(clock.now() + revocationMilliseconds, resolve));
}
