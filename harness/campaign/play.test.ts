import { test } from "node:test";
import { expect } from "chai";
import type { Event } from "#harness/history/event.ts";
import { expand } from "./expand.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import { profiles } from "./profiles.ts";
import type { Schedule } from "./schedule.ts";

async function timesOf(client: string, schedule: Schedule): Promise<readonly string[]> {
  const requests = new Map<number, string>();
  const times: string[] = [];
  let began: number | undefined;
  await judgeSchedule(schedule, [
    (event: Event) => {
      began ??= event.at;
      if (event.type === "request" && event.client === client)
        requests.set(event.seq, `${event.method} ${event.path} at ${(event.at - began).toFixed(1)} ms`);
      const request = event.type === "answer" ? requests.get(event.cause) : undefined;
      if (event.type === "answer" && request !== undefined)
        times.push(`${request}: ${event.status} at ${(event.at - began).toFixed(1)} ms`);
    },
  ]);
  return times;
}

test("removing other actors from a schedule does not change the times of the remaining requests, to a tenth of a millisecond", async () => {
  const original = expand(4, {
    ...profiles.calm,
    clusters: [2, 2],
    clients: [3, 3],
    work: [24, 24],
    database: 0,
    cloud: 0,
  });
  const [remaining = "", ...others] = new Set(original.actions.map(({ by }) => by));
  expect(others).to.have.lengthOf(2);
  const before = await timesOf(remaining, original);
  expect(before.length).to.be.above(5);
  const alone = { ...original, actions: original.actions.filter(({ by }) => by === remaining) };
  expect(await timesOf(remaining, alone)).to.deep.equal(before);
});
