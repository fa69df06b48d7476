import type { LiveClock } from "#cluster/clock.ts";

/** Real wait before the first leap, in milliseconds. Faster operations wait for no clock. */
const patienceMilliseconds = 100;
/** Leap of the clock in every pause, in milliseconds: 25 times real time, so servers keep up. */
const leapMilliseconds = 250;
const pauseMilliseconds = 10;
/** Maximum pause before a leap, in milliseconds. In a longer one the machine was busy. */
const longestPauseMilliseconds = 3 * pauseMilliseconds;
/** Maximum total time of leaps, in milliseconds: as long as a stage waits for anything. */
const maxMilliseconds = 20_000;

/** Makes the clock leap after an initial wait, while `mayLeap` returns true, until disposed. */
export function advanceIdleClock(
  clock: Pick<LiveClock, "leap">,
  { mayLeap = () => true }: Readonly<{ mayLeap?: () => boolean }> = {},
): Disposable {
  let left = maxMilliseconds;
  let due = performance.now() + patienceMilliseconds;
  let timer = setTimeout(leap, patienceMilliseconds);
  function leap(): void {
    if (left <= 0) return;
    const wasLong = performance.now() - due > longestPauseMilliseconds;
    if (mayLeap() && !wasLong) {
      left -= leapMilliseconds;
      clock.leap(leapMilliseconds);
    }
    due = performance.now() + pauseMilliseconds;
    timer = setTimeout(leap, pauseMilliseconds);
  }
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
