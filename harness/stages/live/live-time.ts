import { setTimeout as passed } from "node:timers/promises";
import type { LiveClock } from "#cluster/clock.ts";
import type { Activity } from "#harness/stages/activity.ts";

/** Timeout of `eventually` and its pauses between attempts, in real milliseconds. */
const patience = { whole: 20_000, pause: 10, firstPause: 1 } as const;

/**
 * Long times pass in at most `most` leaps, each but the last at least `minMilliseconds` long. After each leap, due
 * tasks get pauses of `momentMilliseconds` real time, up to `maxMoments` while operations of clusters are pending.
 */
const strides = { most: 10, minMilliseconds: 60_000, momentMilliseconds: 10, maxMoments: 100 } as const;

/** Moves the clock forward by this time, in one or several leaps, and lets due tasks run after each. */
export async function passLive(
  milliseconds: number,
  { clock, activity }: Readonly<{ clock: LiveClock; activity: Activity }>,
): Promise<void> {
  const stride = Math.max(strides.minMilliseconds, milliseconds / strides.most);
  for (let left = milliseconds; left > 0; left -= stride) {
    clock.leap(Math.min(stride, left));
    await untilIdle(activity);
  }
}

async function untilIdle(activity: Activity): Promise<void> {
  for (let left = strides.maxMoments; left > 0; left--) {
    const began = performance.now();
    await liveMoment();
    if (activity.isIdle && performance.now() - began < 2 * strides.momentMilliseconds) return;
  }
}

export function liveMoment(): Promise<void> {
  return passed(strides.momentMilliseconds);
}

/** After 20 s, throws the last error of `look`. */
export async function eventuallyLive<T>(look: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience.whole;
  for (let pause: number = patience.firstPause; ; pause = Math.min(2 * pause, patience.pause)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await passed(pause);
  }
}
