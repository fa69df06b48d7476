import type { Clock, Instant, Timeline } from "#engine/ports/clock.ts";

/** A clock that also lists the times of its pending alarms. */
export type CountedClock = Readonly<{ clock: Clock; alarms(): readonly Instant[] }>;

export function countedClock(clock: Clock): CountedClock {
  const alarms = new Set<{ readonly when: Instant }>();
  const counted = (time: Timeline): Timeline => ({
    now: () => time.now(),
    at(when, callback) {
      const alarm = { when };
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
  return {
    clock: { ...counted(clock), ...(steady ? { steady: counted(steady) } : {}) },
    alarms: () => [...alarms].map(({ when }) => when),
  };
}
