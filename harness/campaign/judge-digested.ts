import { createHash } from "node:crypto";
import type { Listener } from "#harness/history/history.ts";
import { judgeSchedule, type Result } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";

/** What came of a schedule, and the SHA-256 of all its events in hexadecimal digits: the same for the same schedule and release. */
export type Digested = Result & Readonly<{ digest: string }>;

/** Events that are taken into the digest at a time: one by one costs more than the digest itself. */
const eventsAtOnce = 256;

/** Plays a schedule and has it judged, as {@link judgeSchedule} does, and digests its history: what compares histories needs that, a campaign does not. */
export async function judgeDigested(schedule: Schedule, listeners: readonly Listener[] = []): Promise<Digested> {
  const hash = createHash("sha256");
  let texts: string[] = [];
  const digest: Listener = (event) => {
    texts.push(JSON.stringify(event));
    if (texts.length < eventsAtOnce) return;
    hash.update(texts.join(""));
    texts = [];
  };
  const result = await judgeSchedule(schedule, [digest, ...listeners]);
  return { ...result, digest: hash.update(texts.join("")).digest("hex") };
}
