import type { Instant } from "../../ports/clock.ts";
import type { Secondary } from "../machine/state.ts";

/** Entries of the primary's that are known not to be here, and for how long some have been lacking. */
export function lagOf(
  { primaryLastIndex, log, caughtUpAt }: Secondary,
  now: Instant,
): Readonly<{ entries: number; milliseconds: number }> {
  const entries = Math.max(0, primaryLastIndex - log.last);
  return { entries, milliseconds: entries === 0 ? 0 : now - caughtUpAt };
}
