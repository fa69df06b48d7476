import { test } from "node:test";
import { expect } from "chai";
import type { Event } from "#harness/history/event.ts";
import { expand } from "./expand.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import { profiles } from "./profiles.ts";
import type { Schedule } from "./schedule.ts";

/** When a client asked for what, and when it was answered how, since its history began. */
async function timesOf(client: string, schedule: Schedule): Promise<readonly string[]> {
  const asked = new Map<number, string>();
  const times: string[] = [];
  let began: number | undefined;
  await judgeSchedule(schedule, [
    (event: Event) => {
      began ??= event.at;
      if (event.type === "request" && event.client === client)
        asked.set(event.seq, `${event.method} ${event.path} at ${(event.at - began).toFixed(1)} ms`);
      const request = event.type === "answer" ? asked.get(event.cause) : undefined;
      if (event.type === "answer" && request !== undefined)
        times.push(`${request}: ${event.status} at ${(event.at - began).toFixed(1)} ms`);
    },
  ]);
  return times;
}

test("what is left of a schedule happens when it happened before something was taken out, to the tenth of a millisecond", async () => {
  const whole = expand(4, {
    ...profiles.calm,
    clusters: [2, 2],
    clients: [3, 3],
    work: [24, 24],
    database: 0,
    cloud: 0,
  });
  const [kept = "", ...others] = new Set(whole.actions.map(({ by }) => by));
  expect(others).to.have.lengthOf(2);
  const before = await timesOf(kept, whole);
  expect(before.length).to.be.above(5);
  const alone = { ...whole, actions: whole.actions.filter(({ by }) => by === kept) };
  expect(await timesOf(kept, alone)).to.deep.equal(before);
});
