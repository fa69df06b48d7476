import { setTimeout as passed } from "node:timers/promises";
import type { LiveClock } from "#cluster/clock.ts";
import type { Activity } from "#harness/stages/activity.ts";

/** How long `eventually` looks again, and how often, in real milliseconds. */
const patience = { whole: 20_000, pause: 10, firstPause: 1 } as const;

/**
 * Long times pass in a few leaps, with a real moment after each in which what came due gets under way; with more of them as long as a cluster waits
 * for a database, up to what a busy machine may need.
 */
const strides = { most: 10, minMilliseconds: 60_000, momentMilliseconds: 10, maxMoments: 100 } as const;

/** Moves the clock forward, and lets what comes due happen. */
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

/** Lets what came due get under way, and have its answers. A moment that lasted long was one in which the machine did other things. */
async function untilIdle(activity: Activity): Promise<void> {
  for (let left = strides.maxMoments; left > 0; left--) {
    const began = performance.now();
    await liveMoment();
    if (activity.isNone && performance.now() - began < 2 * strides.momentMilliseconds) return;
  }
}

/** A real moment, in which the system tells both ends of a connection what became of it. */
export function liveMoment(): Promise<void> {
  return passed(strides.momentMilliseconds);
}

/** Repeats `look` until it no longer throws. Most of what is waited for is a frame away, so the first pauses are short. */
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
