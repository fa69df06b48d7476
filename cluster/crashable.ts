import type { Cancel, Clock, Timeline } from "#engine/ports/clock.ts";
import type { Log } from "#engine/ports/log.ts";
import type { Store } from "#engine/ports/store.ts";

/**
 * Wraps a store. After `death`, calls of `read`, `range` and `commit` never resolve and do nothing. Earlier calls are
 * completed.
 */
export function crashableStore(store: Store, death: AbortSignal): Store {
  const never = new Promise<never>(() => {});
  const { late } = store;
  return {
    read: (key) => (death.aborted ? never : store.read(key)),
    range: (range) => (death.aborted ? never : store.range(range)),
    commit: (batch) => (death.aborted ? never : store.commit(batch)),
    ...(late && {
      late: {
        ...late,
        read: (key) => (death.aborted ? never : late.read(key)),
        commit: (batch) => (death.aborted ? never : late.commit(batch)),
      },
    }),
  };
}

/** Wraps a clock. At `death`, callbacks that were scheduled through the wrapper are cancelled. */
export function crashableClock(clock: Clock, death: AbortSignal): Clock {
  const { steady } = clock;
  return { ...crashableTimeline(clock, death), ...(steady && { steady: crashableTimeline(steady, death) }) };
}

function crashableTimeline(clock: Timeline, death: AbortSignal): Timeline {
  const arranged = new Set<Cancel>();
  death.addEventListener("abort", () => {
    for (const cancel of arranged) cancel();
    arranged.clear();
  });
  return {
    now: () => clock.now(),
    at(when, callback) {
      if (death.aborted) return () => {};
      const cancel = clock.at(when, () => {
        arranged.delete(cancel);
        callback();
      });
      arranged.add(cancel);
      return () => {
        arranged.delete(cancel);
        cancel();
      };
    },
  };
}

export function crashableLog(log: Log, death: AbortSignal): Log {
  const alive =
    (level: keyof Log): Log[typeof level] =>
    (event, facts) => {
      if (!death.aborted) log[level](event, facts);
    };
  return { info: alive("info"), warn: alive("warn"), error: alive("error") };
}
