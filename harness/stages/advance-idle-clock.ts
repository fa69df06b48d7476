import type { LiveClock } from "#cluster/clock.ts";

/** What is not here after this many real milliseconds waits for a clock, and not for the machine. */
const patienceMilliseconds = 100;
/** From then on so much time passes on the clock in every real pause: 25 times as fast, so that a server that answers is still heard in time. */
const leapMilliseconds = 250;
const pauseMilliseconds = 10;
/** A pause that lasted longer was one in which the machine did other things: what is waited for may be there, and not be noticed yet. */
const longestPauseMilliseconds = 3 * pauseMilliseconds;
/** What does not come within this much time on the clock comes by no leap; as long as a stage waits for anything. */
const maxMilliseconds = 20_000;

/** Lets the clock run ahead, after a moment and whenever it may, until it is disposed of. */
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
