import btree from "sorted-btree";
import type { Clock, Instant, Timeline } from "#engine/ports/clock.ts";

/** The machine's time, which may be moved forward. */
export interface LiveClock extends Clock, Disposable {
  /** Moves time forward at once. What came due on the way is done as soon as possible, in the order of its times. */
  leap(milliseconds: number): void;
  /** Drops all that was arranged, for good. Does not wait for callbacks under way. */
  stop(): void;
}

/** Node's timers hold no longer waits than this; a longer one is waited for in pieces. */
const longestTimerMilliseconds = 2 ** 31 - 1;

type Appointment = Readonly<{ when: Instant; turn: number }>;

/** A timeline whose time may leap. */
type Movable = Timeline & Readonly<{ leapt: () => void; stop: () => void }>;

/** Makes a clock that shows the machine's time. Its timers do not keep the process alive. */
export function liveClock(): LiveClock {
  let ahead = 0;
  const begun = Date.now() - performance.now();
  const wall = timeline(() => Date.now() + ahead);
  const steady = timeline(() => begun + performance.now() + ahead);

  return {
    now: wall.now,
    at: wall.at,
    steady,
    leap(milliseconds) {
      ahead += milliseconds;
      wall.leapt();
      steady.leapt();
    },
    stop() {
      wall.stop();
      steady.stop();
    },
    [Symbol.dispose]() {
      this.stop();
    },
  };
}

/** What is arranged on the time that `now` shows, with one timer. */
function timeline(now: () => Instant): Movable {
  const callbacks = new btree.default<Appointment, () => void>(undefined, (a, b) => a.when - b.when || a.turn - b.turn);
  let turns = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let timerFor = Number.POSITIVE_INFINITY;

  function wind(): void {
    const first = callbacks.minKey();
    if (first?.when === timerFor) return;
    clearTimeout(timer);
    timerFor = first?.when ?? Number.POSITIVE_INFINITY;
    if (!first) return;
    timer = setTimeout(ring, Math.min(Math.max(first.when - now(), 0), longestTimerMilliseconds));
    timer.unref();
  }

  /** Does what is due, but not what it arranges anew: that waits for the next round, so that no callback starves the process. */
  function ring(): void {
    timerFor = Number.POSITIVE_INFINITY;
    const lastTurn = turns;
    try {
      for (
        let first = callbacks.minKey();
        first && first.when <= now() && first.turn <= lastTurn;
        first = callbacks.minKey()
      ) {
        perform(first);
      }
    } finally {
      wind();
    }
  }

  function perform(appointment: Appointment): void {
    const callback = callbacks.get(appointment);
    callbacks.delete(appointment);
    callback?.();
  }

  return {
    now,
    at(when, callback) {
      if (stopped) return () => {};
      turns += 1;
      // Clamped, so that a callback which arranges itself for the past again and again stands behind all others that are due.
      const appointment = { when: Math.max(when, now()), turn: turns };
      callbacks.set(appointment, callback);
      wind();
      return () => {
        if (callbacks.delete(appointment)) wind();
      };
    },
    leapt() {
      timerFor = Number.POSITIVE_INFINITY;
      wind();
    },
    stop() {
      stopped = true;
      callbacks.clear();
      wind();
    },
  };
}
