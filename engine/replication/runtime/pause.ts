import type { Timeline } from "../../ports/clock.ts";

/** Returns a pause for long work: everything that is due runs before it ends. */
export function pauseOn(timeline: Timeline): () => Promise<void> {
  return () => new Promise((resolve) => void timeline.at(timeline.now(), resolve));
}
