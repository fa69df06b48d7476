import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/**
 * Maximum duration of uninterrupted work, in milliseconds. A request needs several turns of the
 * event loop and may wait this long in each of them.
 */
const workMilliseconds = 4;

/**
 * Returns a function that long-running work calls after each step and awaits. If the work has run
 * for some milliseconds since the last pause, the result is a promise that resolves in a later turn
 * of the event loop; otherwise it is undefined.
 */
export function cooperativeYield(clock: Clock): () => Promise<void> | undefined {
  let since = clock.now();
  return () => {
    if (clock.now() - since < workMilliseconds) return undefined;
    return yieldToEventLoop(clock).then(() => {
      since = clock.now();
    });
  };
}
