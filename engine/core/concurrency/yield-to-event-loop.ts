import type { Clock } from "../../ports/clock.ts";

/** Resolves in a later turn of the event loop. Lets requests run in between long-running work. */
export function yieldToEventLoop(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
