import type { LiveClock } from "#cluster/clock.ts";

const patienceMilliseconds = 100;
/** Length of each leap, in milliseconds of stage time. */
const leapMilliseconds = 250;
const pauseMilliseconds = 10;
const longestPauseMilliseconds = 3 * pauseMilliseconds;
/** Maximum total length of all leaps, in milliseconds of stage time. */
const maxMilliseconds = 20_000;

/**
 * Makes the clock leap again and again after an initial wait, whenever `mayLeap` returns true and the machine is not
 * busy, until it has leaped 20 s in total or the result is disposed of.
 */
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
