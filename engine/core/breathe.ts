import type { Clock } from "../ports/clock.ts";

/** Resolves after whatever else waits for its turn had it: long work calls it now and then, so that requests are served meanwhile. */
export function breathe(clock: Clock): Promise<void> {
  return new Promise((resolve) => clock.at(clock.now(), resolve));
}
