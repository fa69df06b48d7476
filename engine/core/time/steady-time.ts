import type { Clock, Timeline } from "../../ports/clock.ts";

/** Time that is never set back, beside a clock that may be: for pauses, patience, and what is measured. */
export function steadyTime(clock: Clock): Timeline {
  return clock.steady ?? clock;
}
