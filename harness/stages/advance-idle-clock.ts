import type { LiveClock } from "#cluster/clock.ts";

/**
 * Real wait before the first leap, in milliseconds. After it, an operation presumably waits for a
 * clock and not for the machine.
 */
const patienceMilliseconds = 100;
/**
 * Time that the clock leaps in every pause, in milliseconds. The clock runs 25 times as fast, slow
 * enough for replies of servers to arrive in time.
 */
const leapMilliseconds = 250;
const pauseMilliseconds = 10;
/**
 * Maximum length of a pause before a leap, in milliseconds. In a longer pause the machine was busy,
 * and a result may not have been noticed yet.
 */
const longestPauseMilliseconds = 3 * pauseMilliseconds;
/** Maximum total time of leaps, in milliseconds: as long as a stage waits for anything. */
const maxMilliseconds = 20_000;

/**
 * Makes the clock leap repeatedly after an initial wait, while `mayLeap` returns true, until
 * disposed.
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
