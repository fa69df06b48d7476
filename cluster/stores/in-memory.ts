import type { Store } from "#engine/ports/store.ts";
import { memoryStore } from "#engine/stores/memory-store.ts";

/** Milliseconds without a write before late values are made: longer than any pause in a burst. */
const restMilliseconds = 100;

/** Late values made at a time, and the milliseconds after which it is no more of them, as one may be a MiB long; and the pause after it: others have the processor more. */
const madeAtATime = 64;
const workMilliseconds = 0.3;
const pauseMilliseconds = 1;

/** A pause that takes longer than this shows that reads go on: it waits as after a write. */
const lateMilliseconds = 1;

/**
 * A store that lasts as long as the process. While the process has nothing else to do it makes the late values that it has, so that the
 * next burst of writes does not pay for the last one. It keeps no process alive.
 */
export function inMemory(): Required<Store> {
  const store = memoryStore();
  const { late } = store;
  let isWatching = false;
  let wasWritten = false;

  function watch(): void {
    isWatching = true;
    wasWritten = false;
    setTimeout(look, restMilliseconds).unref();
  }

  function look(): void {
    if (wasWritten) watch();
    else if (someMade()) pause();
    else isWatching = false;
  }

  /** Makes the next late values. False when none are left. */
  function someMade(): boolean {
    const until = performance.now() + workMilliseconds;
    for (let made = 0; made < madeAtATime && performance.now() < until; made++) if (!late.make(1)) return false;
    return true;
  }

  function pause(): void {
    const lateAt = performance.now() + pauseMilliseconds + lateMilliseconds;
    setTimeout(() => (performance.now() > lateAt ? watch() : look()), pauseMilliseconds).unref();
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
