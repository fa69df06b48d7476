import type { Event } from "#harness/history/event.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";

/** Where two plays of one schedule differ: the first event that is another, of both, as JSON. */
export type Difference = Readonly<{ seq: number; one: string; other: string }>;

/** Plays a schedule twice and compares all that happened. Undefined when it was the same, event by event. */
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
