import { test } from "node:test";
import { expect } from "chai";
import type { Event } from "#harness/history/event.ts";
import { judgeSchedule } from "./judge-schedule.ts";
import type { Schedule } from "./schedule.ts";

const schedule: Schedule = {
  seed: 910853,
  clusters: ["Oslo", "Accra", "Quito"],
  primary: "Oslo",
  secondaries: ["Accra", "Quito"],
  services: { database: false, cloud: false },
  actions: [
    { at: 26_691, by: "operator", do: "update primary", cluster: "Quito", of: "Oslo", id: "quito-28" },
    { at: 27_478, by: "operator", do: "filter", cluster: "Oslo", id: "quito-28", mode: "deny", mounts: ["colours"] },
    { at: 49_716, by: "operator", do: "promote", cluster: "Accra", force: true },
    { at: 49_716, by: "deputy", do: "promote", cluster: "Quito", force: true },
    { at: 52_246, by: "Ben", do: "write", cluster: "Accra", mount: "colours", key: "k1", value: "v38" },
    { at: 53_372, by: "operator", do: "demote", cluster: "Accra" },
  ],
  healAt: 53_373,
};

test("a fenced primary is demoted, and the cluster with the right to lead becomes the primary again", async () => {
  const roles = new Map<string, string | undefined>();
  const { verdict, repairs } = await judgeSchedule(schedule, [
    (event: Event) => {
      if (event.type === "role") roles.set(event.cluster, `${event.role} ${event.state ?? ""}`);
    },
  ]);
  expect(verdict).to.equal("held");
  expect(Object.fromEntries(roles)).to.deep.equal({
    Oslo: "secondary stream-wals",
    Accra: "primary running",
    Quito: "secondary stream-wals",
  });
  expect(repairs.filter((one) => one.do === "demote").map(({ cluster }) => cluster)).to.deep.equal(["Oslo", "Quito"]);
  expect(repairs.map((one) => one.do)).not.to.include("enable secondary");
});
