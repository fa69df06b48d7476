import type { Clock } from "../../ports/clock.ts";

/** Resolves in a later turn of the event loop. Long work awaits it now and then, so that requests are served meanwhile. */
export function yieldToEventLoop(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
