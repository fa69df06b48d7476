import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { rootRotation } from "./root-rotation.ts";

const [subject, path] = ["steward", "database/rotate-root/main"];

/** What the checker says of a history in which Oslo rotated the root password, and then came what `rest` tells. */
function judged(...rest: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = ["request", "answer", "statement", "login"] as const;
  const bench = new CheckerRun({ ...heading, clusters: ["Oslo", "Lima"], sees }, [rootRotation]);
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
  for (const [index, event] of events.entries()) bench.take({ ...event, seq: index + 1, at: index } as Event);
  return bench.end()[0]?.verdict ?? "";
}

const turnedAway: NewEvent = { type: "login", from: "Oslo", user: subject, password: "another", outcome: "fail" };
const askedOf = (cluster: string, where = path): NewEvent => {
  return { type: "request", client: "root", cluster, method: "POST", path: where };
};

suite("a root rotation holds from its acknowledgement on", () => {
  test("the cluster that rotated has to get in", () => {
    expect(judged(turnedAway)).to.equal("broken");
    expect(judged(askedOf("Lima", "database/rotate-root/other"), turnedAway)).to.equal("broken");
  });

  test("once another rotation was asked for, of whichever cluster, it may try a password that does not hold yet", () => {
    expect(judged(askedOf("Lima"), turnedAway)).to.equal("held");
    expect(judged(askedOf("Oslo"), turnedAway)).to.equal("held");
  });
});
