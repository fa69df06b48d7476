import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Duration of work in milliseconds after which the work pauses. Other requests wait meanwhile. */
const workMilliseconds = 4;

/**
 * Returns a function that long-running work calls after each step and awaits. The function returns undefined until the
 * work has run for {@link workMilliseconds} since its last pause, and then a promise that resolves in a later turn of
 * the event loop.
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
