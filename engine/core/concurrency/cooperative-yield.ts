import type { Clock } from "../../ports/clock.ts";
import { yieldToEventLoop } from "./yield-to-event-loop.ts";

/** Milliseconds of work after which others have their turn: a request takes several turns of the event loop, and may wait so long in each. */
const workMilliseconds = 4;

/**
 * For long work, which awaits what the returned function returns after each of its steps: a later turn of the event loop when it has worked for some
 * milliseconds since the last one, and nothing else.
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
