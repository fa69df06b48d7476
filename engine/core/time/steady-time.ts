import type { Clock, Timeline } from "../../ports/clock.ts";

/** Returns the monotonic timeline of `clock`, if it has one, for delays, timeouts and measurements. */
export function steadyTime(clock: Clock): Timeline {
  return clock.steady ?? clock;
}
