import { createHash } from "node:crypto";
import type { Listener } from "#harness/history/history.ts";
import { judgeSchedule, type Result } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";

/** Result of a schedule, with the SHA-256 of all its events in hexadecimal digits. */
export type Digested = Result & Readonly<{ digest: string }>;

/** Number of events that are hashed together, which takes less time than hashing each by itself. */
const eventsAtOnce = 256;

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
