import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { backInStream } from "./back-in-stream.ts";
import { verdictOf } from "./verdict-of.suite.ts";

type Timed = readonly [number, NewEvent];

function status(at: number, connection: string): readonly Timed[] {
  const path = "sys/replication/performance/status";
  const data = { mode: "secondary", state: "idle", connection_state: connection };
  return [
    [at, { type: "request", client: "root", cluster: "Lima", method: "GET", path }],
    [at, { type: "answer", cause: 0, outcome: "ok", status: 200, body: { data } }],
  ];
}

function judged(...meanwhile: readonly Timed[]): string {
  const digest = "e3b0c44298fc";
  const events: readonly Timed[] = [
    [1, { type: "frame", from: "Lima", to: "Oslo", kind: "dial", size: 0, digest }],
    ...meanwhile,
    ...status(20, "transient_failure"),
  ];
  const at = (index: number) => (events[index]?.[0] ?? 0) * 1000;
  return verdictOf(
    backInStream,
    events.map(([, event]) => event),
    { at },
  );
}

suite("secondaries come back", () => {
  const crash: NewEvent = { type: "crash", cluster: "Oslo" };
  const start: NewEvent = { type: "start", cluster: "Oslo" };

  test("a secondary must dial again in time, unless another event disturbed it", () => {
    expect(judged()).to.equal("broken");
    expect(judged([3, crash], [4, start])).to.equal("broken");
    expect(judged([3, crash], [6, start])).to.equal("held");
  });

  test("silence begins after the last status of a connection", () => {
    expect(judged(...status(4, "ready"))).to.equal("broken");
    expect(judged(...status(6, "ready"))).to.equal("held");
    expect(judged(...status(6, "transient_failure"))).to.equal("broken");
  });

  test("dialling a cluster that is down leaves no event (seed 910782 of usual)", () => {
    expect(judged([3, crash])).to.equal("held");
  });
});
