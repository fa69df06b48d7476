import type { Event } from "#harness/history/event.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";

/** First known difference between two runs of one schedule. `one` and `other` are usually the events as JSON. */
export type Difference = Readonly<{ seq: number; one: string; other: string }>;

/** Runs a schedule twice and returns the first difference, or undefined if the events are equal. */
export async function compareTwice(schedule: Schedule): Promise<Difference | undefined> {
  const first: string[] = [];
  await judgeSchedule(schedule, [(event: Event) => void first.push(JSON.stringify(event))]);
  let difference: Difference | undefined;
  let count = 0;
  await judgeSchedule(schedule, [
    (event: Event) => {
      const other = JSON.stringify(event);
      const one = first[count++] ?? "nothing";
      if (difference === undefined && one !== other) difference = { seq: event.seq, one, other };
    },
  ]);
  if (difference !== undefined || count >= first.length) return difference;
  return { seq: count + 1, one: first[count] ?? "", other: "nothing" };
}
