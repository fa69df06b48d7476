import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, eventTypes, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { staticRoleTruth } from "./static-role-truth.ts";

const user = "app";

function judged(...events: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = eventTypes;
  const run = new CheckerRun({ ...heading, clusters: ["Oslo"], sees }, [staticRoleTruth]);
  for (const [index, event] of events.entries()) run.take({ ...event, seq: index + 1, at: index } as Event);
  return run.end()[0]?.verdict ?? "";
}

const requests: NewEvent = {
  ...{ type: "request", client: "client 1", cluster: "Oslo" },
  ...{ method: "GET", path: "database/static-creds/app" },
};
const returns = (secret: string, cause: number): NewEvent => {
  const body = { data: { username: user } };
  return { type: "answer", cause, outcome: "ok", status: 200, body, secret };
};
const rotates: NewEvent = {
  ...{ type: "statement", from: "Oslo", user: "postgres", subject: user, outcome: "ok" },
  statements: [`ALTER USER "${user}" WITH PASSWORD 'x'`],
};
const records: NewEvent = { type: "failpoint", cluster: "Oslo", place: "rotation recorded" };
const logsIn = (password: string, outcome: "ok" | "fail"): NewEvent => {
  return { type: "login", from: "client", user, password, outcome };
};

suite("the password that a cluster returns for a static role", () => {
  test("is valid once the rotation is recorded", () => {
    expect(judged(rotates, records, requests, returns("new", 3), logsIn("new", "ok"))).to.equal("held");
    expect(judged(rotates, records, requests, returns("old", 3), logsIn("old", "fail"))).to.equal("broken");
  });

  test("may be the previous one until the database has responded and the cluster has recorded the new one", () => {
    const [first, second] = [rotates, records];
    expect(judged(first, second, rotates, requests, returns("old", 4), logsIn("old", "fail"))).to.equal("held");
    expect(judged(first, second, rotates, requests, records, returns("old", 4), logsIn("old", "fail"))).to.equal(
      "held",
    );
    expect(judged(first, second, rotates, records, requests, returns("old", 5), logsIn("old", "fail"))).to.equal(
      "broken",
    );
  });

  test("may not be the previous one if the history does not record failpoints", () => {
    expect(judged(rotates, requests, returns("old", 2), logsIn("old", "fail"))).to.equal("broken");
  });
});
