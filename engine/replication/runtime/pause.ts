import type { Timeline } from "../../ports/clock.ts";

/** A pause in work that is long, after which whatever else is due has had its turn. */
export function pauseOn(timeline: Timeline): () => Promise<void> {
  return () => new Promise((resolve) => void timeline.at(timeline.now(), resolve));
}
