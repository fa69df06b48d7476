import type { Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";

/** Idle time before late values are created, in milliseconds; longer than pauses in a burst. */
const restMilliseconds = 100;

/**
 * Maximum number of late values per step, maximum duration of a step, and the pause after it. A
 * value may have a MiB, and other work needs the processor more.
 */
const madeAtATime = 64;
const workMilliseconds = 0.3;
const pauseMilliseconds = 1;

/** Maximum lateness of the pause's timer, in milliseconds. A later one shows that reads go on. */
const lateMilliseconds = 1;

/**
 * A store that lasts as long as the process. It creates late values while the process is idle, so
 * that the next burst of writes does not pay for the last one. Its timers do not keep the process
 * alive.
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

  /** Creates the next late values. Returns false if none are left. */
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
