import type { Clock, Timeline } from "#engine/ports/clock.ts";

/** A clock, and how many of the alarms that were set with it are still to come. */
export type CountedClock = Readonly<{ clock: Clock; alarms(): number }>;

export function countedClock(clock: Clock): CountedClock {
  const alarms = new Set<object>();
  const counted = (time: Timeline): Timeline => ({
    now: () => time.now(),
    at(when, callback) {
      const alarm = {};
      alarms.add(alarm);
      const cancel = time.at(when, () => {
        alarms.delete(alarm);
        callback();
      });
      return () => {
        alarms.delete(alarm);
        cancel();
      };
    },
  });
  const { steady } = clock;
  return { clock: { ...counted(clock), ...(steady ? { steady: counted(steady) } : {}) }, alarms: () => alarms.size };
}
