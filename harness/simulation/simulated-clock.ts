import type { Clock } from "#engine/ports/clock.ts";
import type { Scheduler } from "./scheduler.ts";

/** Virtual time as a cluster sees it: in whole milliseconds. */
export function simulatedClock(scheduler: Scheduler): Clock {
  return {
    now: () => scheduler.now(),
    // `when` was reckoned from a time without fractions. With them put back it is as far away as was meant.
    at: (when, callback) => scheduler.at(when - scheduler.now() + scheduler.exactNow(), callback),
  };
}
