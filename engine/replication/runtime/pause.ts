import type { Timeline } from "../../ports/clock.ts";

/** Returns a function that pauses long work, so that other tasks run. */
export function pauseOn(timeline: Timeline): () => Promise<void> {
  return () => new Promise((resolve) => void timeline.at(timeline.now(), resolve));
}
