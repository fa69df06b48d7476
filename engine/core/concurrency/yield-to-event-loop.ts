import type { Clock } from "../../ports/clock.ts";

/**
 * Resolves in a later turn of the event loop. Long-running work awaits this from time to time, so
 * that requests are served in between.
 */
export function yieldToEventLoop(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
