import type { Clock } from "../../ports/clock.ts";

export function yieldToEventLoop(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
