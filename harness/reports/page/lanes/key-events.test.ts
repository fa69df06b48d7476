import { test } from "node:test";
import { expect } from "chai";
import type { Event, NewEvent } from "#harness/history/event.ts";
import { keyEvents } from "./key-events.ts";

const replication = "sys/replication/performance";

test("lists the last events that led to a broken rule in words, and no later ones", () => {
  const ask = (cluster: string, path: string, body: object = {}): NewEvent => {
    return { type: "request", client: "operator", cluster, method: "POST", path, body };
  };
  const answer = (cause: number, outcome: "ok" | "fail" | "unknown"): NewEvent => {
    return { type: "answer", cause, outcome, status: outcome === "ok" ? 200 : 500 };
  };
  const added: readonly NewEvent[] = [
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
  const events = added.map((event, index) => ({ ...event, seq: index + 1, at: index }) as Event);
  expect(keyEvents(events, 10).map(({ text }) => text)).to.deep.equal([
    "partition: Oslo and Lima",
    "Oslo: demote, done",
    "Lima: promote by force, refused with 500",
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
  const warns: NewEvent = { type: "log", cluster: "Oslo", level: "warn", message: "discarded", facts };
  const filtered = [filter, answer(1, "ok"), warns].map(
    (event, index) => ({ ...event, seq: index + 1, at: 0 }) as Event,
  );
  expect(keyEvents(filtered, 3).map(({ text }) => text)).to.deep.equal([
    "Oslo: filter lima to deny shapes/ stones/, done",
    "Oslo warned: discarded, entries 0, removed shapes/",
  ]);
  const many = Array.from({ length: 30 }, (_, index) => ({ ...events[6], seq: index + 1, at: index }) as Event);
  expect(keyEvents(many, 30).map(({ seq }) => seq)).to.deep.equal([23, 24, 25, 26, 27, 28, 29, 30]);
});

function inOrder(events: readonly NewEvent[]): readonly Event[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, at: index * 1_000 }) as Event);
}

const promotes = (path = `${replication}/secondary/promote`): NewEvent => {
  return { type: "request", client: "operator", cluster: "Lima", method: "POST", path, body: {} };
};

test('a response is shown with its status and reason, and "no answer" only if none arrived', () => {
  const answers: readonly [NewEvent, string][] = [
    [
      {
        type: "answer",
        cause: 1,
        outcome: "unknown",
        status: 503,
        body: { errors: ["Lima lacks entry 12", "try later"] },
      },
      "Lima: promote, refused with 503: Lima lacks entry 12; try later",
    ],
    [
      { type: "answer", cause: 1, outcome: "fail", status: 400, body: { errors: ["this cluster is a primary"] } },
      "Lima: promote, refused with 400: this cluster is a primary",
    ],
    [
      { type: "answer", cause: 1, outcome: "unknown", status: 500, body: { errors: [] } },
      "Lima: promote, failed with 500",
    ],
    [{ type: "answer", cause: 1, outcome: "unknown", status: 502 }, "Lima: promote, failed with 502"],
    [{ type: "answer", cause: 1, outcome: "ok", status: 204 }, "Lima: promote, done"],
    [
      { type: "answer", cause: 1, outcome: "unknown", status: null, reason: "the connection was reset" },
      "Lima: promote, no answer: the connection was reset",
    ],
    [
      { type: "answer", cause: 1, outcome: "fail", status: 503, body: { errors: ["x".repeat(400)] } },
      `Lima: promote, refused with 503: ${"x".repeat(300)}…`,
    ],
  ];
  for (const [answer, text] of answers)
    expect(keyEvents(inOrder([promotes(), answer]), 2).map((point) => point.text)).to.deep.equal([text]);
  expect(keyEvents(inOrder([promotes()]), 1).map(({ text }) => text)).to.deep.equal(["Lima: promote, no answer"]);
});

test("equal warnings and refusals are one line with their number, until another event occurs", () => {
  const warns = (message: string): NewEvent => ({ type: "log", cluster: "Lima", level: "warn", message });
  const refused = (cause: number): NewEvent => ({
    ...{ type: "answer", cause, outcome: "unknown", status: 503 },
    body: { errors: ["not yet"] },
  });
  const attempts = Array.from({ length: 40 }, (_, index) => [
    promotes(),
    refused(index * 4 + 1),
    warns("the primary does not answer"),
    warns(index === 20 ? "another" : "the disk is slow"),
  ]).flat();
  const events = inOrder([...attempts, { type: "crash", cluster: "Oslo" }, warns("the primary does not answer")]);
  expect(keyEvents(events, events.length, 100).map(({ seq, text }) => [seq, text])).to.deep.equal([
    [1, "Lima: promote, refused with 503: not yet (40 times, last at event 157)"],
    [3, "Lima warned: the primary does not answer (40 times, last at event 159)"],
    [4, "Lima warned: the disk is slow (39 times, last at event 160)"],
    [84, "Lima warned: another"],
    [161, "Oslo was killed"],
    [162, "Lima warned: the primary does not answer"],
  ]);
  // Successful commands are not merged, because each changed something.
  const done = (cause: number): NewEvent => ({ type: "answer", cause, outcome: "ok", status: 204 });
  const twice = inOrder([promotes(), done(1), promotes(), done(3)]);
  expect(keyEvents(twice, 4).map(({ text }) => text)).to.deep.equal(["Lima: promote, done", "Lima: promote, done"]);
});
