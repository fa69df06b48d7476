import { eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import type { Schedule } from "./schedule.ts";

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
