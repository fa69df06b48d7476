import type { Clock, Timeline } from "#engine/ports/clock.ts";
import type { Scheduler } from "./scheduler.ts";

/** Difference between the wall clock of a machine and virtual time. It can jump and drift. */
export class Skew {
  readonly #scheduler: Pick<Scheduler, "exactNow">;
  #milliseconds = 0;
  #drift = 0;
  #since = 0;

  constructor(scheduler: Pick<Scheduler, "exactNow">) {
    this.#scheduler = scheduler;
  }

  /** Returns the milliseconds by which the wall clock is ahead; negative if it is behind. */
  now(): number {
    if (this.#drift === 0) return this.#milliseconds;
    return Math.round(this.#milliseconds + (this.#scheduler.exactNow() - this.#since) * this.#drift);
  }

  step(milliseconds: number): void {
    this.#milliseconds += milliseconds;
  }

  /** Makes the wall clock gain `rate` seconds per second; with a negative rate, it loses them. */
  drift(rate: number): void {
    this.#milliseconds = this.now();
    this.#since = this.#scheduler.exactNow();
    this.#drift = rate;
  }
}

/**
 * Creates the clock of a cluster: virtual time in whole milliseconds plus `skew`, which may change. As on a real
 * machine, a timer is set for a duration; if the wall clock was set back meanwhile, the timer is set again. The steady
 * timeline has no skew.
 */
export function simulatedClock(scheduler: Scheduler, skew: () => number = () => 0): Clock {
  return { ...timelineOf(scheduler, skew), steady: timelineOf(scheduler, () => 0) };
}

function timelineOf(scheduler: Scheduler, skew: () => number): Timeline {
  const now = () => scheduler.now() + skew();
  return {
    now,
    at(when, callback) {
      let cancel = () => {};
      const arrange = () => {
        // `when` is relative to a time without fractions; adding the fractions back gives the intended delay.
        cancel = scheduler.at(when - now() + scheduler.exactNow(), () => (now() < when ? arrange() : callback()));
      };
      arrange();
      return () => cancel();
    },
  };
}
