import type { Clock } from "../../ports/clock.ts";

/** Resolves in a later turn of the event loop, so that requests can run before long-running work continues. */
export function yieldToEventLoop(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
