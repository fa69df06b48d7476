import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { backInStream } from "./back-in-stream.ts";
import { verdictOf } from "./verdict-of.suite.ts";

type Timed = readonly [number, NewEvent];

/**
 * Returns the verdict on a history in which Lima dials its primary at 1 s, `meanwhile` follows, and Lima's status
 * reports at 20 s that Lima is disconnected and will dial again.
 */
function judged(...meanwhile: readonly Timed[]): string {
  const sees = ["request", "answer", "frame", "crash", "start", "settled"] as const;
  const path = "sys/replication/performance/status";
  const data = { mode: "secondary", state: "idle", connection_state: "transient_failure" };
  const digest = "e3b0c44298fc";
  const events: readonly Timed[] = [
    [1, { type: "frame", from: "Lima", to: "Oslo", kind: "dial", size: 0, digest }],
    ...meanwhile,
    [20, { type: "request", client: "root", cluster: "Lima", method: "GET", path }],
    [20, { type: "answer", cause: 2 + meanwhile.length, outcome: "ok", status: 200, body: { data } }],
  ];
  const at = (index: number) => (events[index]?.[0] ?? 0) * 1000;
  return verdictOf(
    backInStream,
    events.map(([, event]) => event),
    { sees, at },
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

  test("dialling a cluster that is down leaves no event (seed 910782 of usual)", () => {
    expect(judged([3, crash])).to.equal("held");
  });
});
