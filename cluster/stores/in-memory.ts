import type { Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";

/** Minimum milliseconds without late commits before late values are computed. */
const restMilliseconds = 100;

/**
 * Late values are computed in steps. A step ends after this many values or after `workMilliseconds`;
 * `pauseMilliseconds` follow, since other work has priority.
 */
const madeAtATime = 64;
const workMilliseconds = 0.3;
const pauseMilliseconds = 1;

/** If the timer of the pause is later than this, in milliseconds, the process is busy and no values are computed. */
const lateMilliseconds = 1;

/**
 * A store in memory. Computes late values while the process is idle, so that later writes do not wait for them. Its
 * timers do not keep the process alive.
 */
export function inMemory(): Required<Store> {
  const store = memoryStore();
  const { late } = store;
  let isWatching = false;
  let wasWritten = false;

  function watch(): void {
    isWatching = true;
    wasWritten = false;
    setTimeout(onTimer, restMilliseconds).unref();
  }

  function onTimer(): void {
    if (wasWritten) watch();
    else if (makeSome()) pause();
    else isWatching = false;
  }

  function makeSome(): boolean {
    const until = performance.now() + workMilliseconds;
    for (let made = 0; made < madeAtATime && performance.now() < until; made++) if (!late.make(1)) return false;
    return true;
  }

  function pause(): void {
    const lateAt = performance.now() + pauseMilliseconds + lateMilliseconds;
    setTimeout(() => (performance.now() > lateAt ? watch() : onTimer()), pauseMilliseconds).unref();
  }

  return {
    ...store,
    late: {
      ...late,
      commit(batch) {
        if (!isWatching) watch();
        else wasWritten = true;
        return late.commit(batch);
      },
    },
  };
}
