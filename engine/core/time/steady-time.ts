import type { Clock, Timeline } from "../../ports/clock.ts";

/** Returns the monotonic timeline of `clock`, or `clock` itself if it has none. */
export function steadyTime(clock: Clock): Timeline {
  return clock.steady ?? clock;
}
