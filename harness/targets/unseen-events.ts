import type { Event } from "#harness/history/event.ts";

/** Event types of a history that happen inside servers, so that the harness cannot record them on a target. */
export const unseenOnTargets: readonly Event["type"][] = [
  ...(["frame", "arrival", "failpoint", "statement", "cloud", "log", "sighting", "survey", "settled"] as const),
];
