import type { Clock, Timeline } from "../../ports/clock.ts";

/** Returns a timeline that never goes backwards, for delays, timeouts and measurements. */
export function steadyTime(clock: Clock): Timeline {
  return clock.steady ?? clock;
}
