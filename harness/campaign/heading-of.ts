import { eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import type { Schedule } from "./schedule.ts";

/** Returns the heading of the history that a schedule produces. */
export function headingOf({ seed, clusters }: Schedule): Heading {
  return {
    history: historyVersion,
    by: "understudy",
    stage: "simulated",
    play: `seed ${seed}`,
    seed,
    clusters,
    sees: eventTypes,
  };
}
