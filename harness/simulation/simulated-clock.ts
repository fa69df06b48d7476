import type { Clock } from "#engine/ports/clock.ts";
import type { Scheduler } from "./scheduler.ts";

/**
 * Virtual time as a cluster sees it: in whole milliseconds, ahead of the scheduler's by `skew`, which may change. As on a machine whose wall
 * clock is stepped, what is arranged is looked at when it was due by the clock of then, and waits on where the clock is not yet there.
 */
export function simulatedClock(scheduler: Scheduler, skew: () => number = () => 0): Clock {
  const now = () => scheduler.now() + skew();
  return {
    now,
    at(when, callback) {
      let cancel = () => {};
      const arrange = () => {
        // `when` was reckoned from a time without fractions. With them put back it is as far away as was meant.
        cancel = scheduler.at(when - now() + scheduler.exactNow(), () => (now() < when ? arrange() : callback()));
      };
      arrange();
      return () => cancel();
    },
  };
}
