import { test } from "node:test";
import { expect } from "chai";
import type { Event, NewEvent } from "#harness/history/event.ts";
import { turningPoints } from "./turning-points.ts";

const replication = "sys/replication/performance";

test("what led to a broken rule is told in words, the last of it, and nothing that came after", () => {
  const ask = (cluster: string, path: string, body: object = {}): NewEvent => {
    return { type: "request", client: "operator", cluster, method: "POST", path, body };
  };
  const answer = (cause: number, outcome: "ok" | "fail" | "unknown"): NewEvent => {
    return { type: "answer", cause, outcome, status: outcome === "ok" ? 200 : 500 };
  };
  const told: readonly NewEvent[] = [
    { type: "fault", kind: "partition", parties: ["Oslo", "Lima"] },
    ask("Oslo", `${replication}/primary/demote`),
    answer(2, "ok"),
    ask("Lima", `${replication}/secondary/promote`, { force: true }),
    answer(4, "fail"),
    ask("Lima", "colours/sky", { value: "blue" }),
    { type: "crash", cluster: "Lima" },
    { type: "start", cluster: "Lima" },
    { type: "heal", cause: 1, parties: ["Oslo", "Lima"] },
    ask("Lima", `${replication}/secondary/promote`),
    ask("Oslo", `${replication}/primary/enable`),
  ];
  const events = told.map((event, index) => ({ ...event, seq: index + 1, at: index }) as Event);
  expect(turningPoints(events, 10).map(({ told }) => told)).to.deep.equal([
    "partition: Oslo and Lima",
    "Oslo: demote, done",
    "Lima: promote by force, refused",
    "Lima was killed",
    "Lima was started",
    "partition is over: Oslo and Lima",
    "Lima: promote, no answer",
  ]);
  const filter = ask("Oslo", `${replication}/primary/paths-filter/lima`, {
    mode: "deny",
    paths: ["shapes/", "stones/"],
  });
  const facts = { entries: 0, mounts: "", removed: "shapes/" };
  const warns: NewEvent = { type: "log", cluster: "Oslo", level: "warn", message: "given up", facts };
  const filtered = [filter, answer(1, "ok"), warns].map(
    (event, index) => ({ ...event, seq: index + 1, at: 0 }) as Event,
  );
  expect(turningPoints(filtered, 3).map(({ told }) => told)).to.deep.equal([
    "Oslo: filter lima to deny shapes/ stones/, done",
    "Oslo warned: given up, entries 0, removed shapes/",
  ]);
  const many = Array.from({ length: 30 }, (_, index) => ({ ...events[6], seq: index + 1, at: index }) as Event);
  expect(turningPoints(many, 30).map(({ seq }) => seq)).to.deep.equal([23, 24, 25, 26, 27, 28, 29, 30]);
});
