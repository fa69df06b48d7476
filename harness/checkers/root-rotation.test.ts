import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, eventTypes, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { rootRotation } from "./root-rotation.ts";

const [subject, path] = ["steward", "database/rotate-root/main"];

function judged(...rest: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = eventTypes;
  const run = new CheckerRun({ ...heading, clusters: ["Oslo", "Lima"], sees }, [rootRotation]);
  const events: readonly NewEvent[] = [
    { type: "request", client: "root", cluster: "Oslo", method: "POST", path },
    {
      type: "statement",
      from: "Oslo",
      user: subject,
      subject,
      statements: [`ALTER ROLE "${subject}" WITH PASSWORD '•••'`],
      outcome: "ok",
    },
    { type: "answer", cause: 1, outcome: "ok", status: 204 },
    ...rest,
  ];
  for (const [index, event] of events.entries()) run.take({ ...event, seq: index + 1, at: index } as Event);
  return run.end()[0]?.verdict ?? "";
}

const refused: NewEvent = { type: "login", from: "Oslo", user: subject, password: "another", outcome: "fail" };
const askedOf = (cluster: string, where = path): NewEvent => {
  return { type: "request", client: "root", cluster, method: "POST", path: where };
};

suite("a root rotation holds from its acknowledgement on", () => {
  test("the cluster that rotated must be able to log in", () => {
    expect(judged(refused)).to.equal("broken");
    expect(judged(askedOf("Lima", "database/rotate-root/other"), refused)).to.equal("broken");
  });

  test("once another rotation is requested, on any cluster, it may try a password that is not valid yet", () => {
    expect(judged(askedOf("Lima"), refused)).to.equal("held");
    expect(judged(askedOf("Oslo"), refused)).to.equal("held");
  });

  test("once the cluster is enabled as a secondary, which wipes it, it may try the earlier password", () => {
    const enable = "sys/replication/performance/secondary/enable";
    expect(judged(askedOf("Oslo", enable), refused)).to.equal("held");
    expect(judged(askedOf("Lima", enable), refused), "another cluster").to.equal("broken");
    expect(judged(askedOf("Oslo", enable.replace("enable", "update-primary")), refused), "no wipe").to.equal("broken");
  });
});
