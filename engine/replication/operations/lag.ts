import type { Instant } from "../../ports/clock.ts";
import type { Secondary } from "../machine/state.ts";

/**
 * Returns the number of entries that the primary has reported and this cluster lacks, and the milliseconds since it
 * last had all of them (0 if it lacks none).
 */
export function lagOf(
  { primaryLastIndex, log, caughtUpAt }: Secondary,
  now: Instant,
): Readonly<{ entries: number; milliseconds: number }> {
  const entries = Math.max(0, primaryLastIndex - log.last);
  return { entries, milliseconds: entries === 0 ? 0 : now - caughtUpAt };
}
