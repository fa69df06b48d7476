import btree from "sorted-btree";
import type { Clock, Instant, Timeline } from "#engine/ports/clock.ts";

/** A clock that follows the machine's time and can be advanced. */
export interface LiveClock extends Clock, Disposable {
  /** Advances the clock. Callbacks that become due run soon after this call. */
  leap(milliseconds: number): void;
  /** Cancels all scheduled callbacks. Callbacks that are scheduled later never run. */
  stop(): void;
}

/** Maximum delay of a Node timer, in milliseconds. For a longer delay, the timer is set several times. */
const longestTimerMilliseconds = 2 ** 31 - 1;

type Scheduled = Readonly<{ when: Instant; sequence: number }>;

type Movable = Timeline & Readonly<{ leapt: () => void; stop: () => void }>;

/** Creates a clock. Its timers do not keep the process alive. */
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

function timeline(now: () => Instant): Movable {
  const callbacks = new btree.default<Scheduled, () => void>(
    undefined,
    (a, b) => a.when - b.when || a.sequence - b.sequence,
  );
  let lastSequence = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let timerFor = Number.POSITIVE_INFINITY;

  function setTimer(): void {
    const first = callbacks.minKey();
    if (first?.when === timerFor) return;
    clearTimeout(timer);
    timerFor = first?.when ?? Number.POSITIVE_INFINITY;
    if (!first) return;
    timer = setTimeout(runDue, Math.min(Math.max(first.when - now(), 0), longestTimerMilliseconds));
    timer.unref();
  }

  /** Callbacks that due callbacks schedule run in the next round, so that they cannot block the event loop forever. */
  function runDue(): void {
    timerFor = Number.POSITIVE_INFINITY;
    const limit = lastSequence;
    try {
      for (
        let first = callbacks.minKey();
        first && first.when <= now() && first.sequence <= limit;
        first = callbacks.minKey()
      ) {
        perform(first);
      }
    } finally {
      setTimer();
    }
  }

  function perform(scheduled: Scheduled): void {
    const callback = callbacks.get(scheduled);
    callbacks.delete(scheduled);
    callback?.();
  }

  return {
    now,
    at(when, callback) {
      if (stopped) return () => {};
      lastSequence += 1;
      // A time in the past is raised to now, so that a callback that reschedules itself in the past queues behind all
      // others that are due.
      const scheduled = { when: Math.max(when, now()), sequence: lastSequence };
      callbacks.set(scheduled, callback);
      setTimer();
      return () => {
        if (callbacks.delete(scheduled)) setTimer();
      };
    },
    leapt() {
      timerFor = Number.POSITIVE_INFINITY;
      setTimer();
    },
    stop() {
      stopped = true;
      callbacks.clear();
      setTimer();
    },
  };
}
