import type { Clock, Timeline } from "#engine/ports/clock.ts";
import type { Scheduler } from "./scheduler.ts";

/** How a machine's wall clock differs from virtual time; it may be stepped, and go faster or slower. */
export class Skew {
  readonly #scheduler: Pick<Scheduler, "exactNow">;
  #milliseconds = 0;
  #drift = 0;
  #since = 0;

  constructor(scheduler: Pick<Scheduler, "exactNow">) {
    this.#scheduler = scheduler;
  }

  /** Milliseconds that the wall clock is ahead now, less than 0 where it is behind. */
  now(): number {
    if (this.#drift === 0) return this.#milliseconds;
    return Math.round(this.#milliseconds + (this.#scheduler.exactNow() - this.#since) * this.#drift);
  }

  step(milliseconds: number): void {
    this.#milliseconds += milliseconds;
  }

  /** From now on the wall clock gains so many seconds in a second, or loses them where it is less than 0. */
  drift(rate: number): void {
    this.#milliseconds = this.now();
    this.#since = this.#scheduler.exactNow();
    this.#drift = rate;
  }
}

/**
 * Virtual time as a cluster sees it: in whole milliseconds, ahead of the scheduler's by `skew`, which may change. As on a machine whose wall
 * clock is stepped, what is arranged is looked at when it was due by the clock of then, and waits on where the clock is not yet there. Its steady
 * time knows of no skew.
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
        // `when` was reckoned from a time without fractions. With them put back it is as far away as was meant.
        cancel = scheduler.at(when - now() + scheduler.exactNow(), () => (now() < when ? arrange() : callback()));
      };
      arrange();
      return () => cancel();
    },
  };
}
