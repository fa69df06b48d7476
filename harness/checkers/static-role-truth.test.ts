import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { staticRoleTruth } from "./static-role-truth.ts";

const user = "app";

/** What the checker says of what happened in Oslo. A number in place of a cause is the request of that place. */
function judged(...events: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = ["request", "answer", "statement", "login", "failpoint"] as const;
  const bench = new CheckerRun({ ...heading, clusters: ["Oslo"], sees }, [staticRoleTruth]);
  for (const [index, event] of events.entries()) bench.take({ ...event, seq: index + 1, at: index } as Event);
  return bench.end()[0]?.verdict ?? "";
}

const asks: NewEvent = {
  ...{ type: "request", client: "client 1", cluster: "Oslo" },
  ...{ method: "GET", path: "database/static-creds/app" },
};
const tells = (secret: string, cause: number): NewEvent => {
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

suite("the password that is told of a static role", () => {
  test("is the one that logs in, from when the rotation is recorded", () => {
    expect(judged(rotates, records, asks, tells("new", 3), logsIn("new", "ok"))).to.equal("held");
    expect(judged(rotates, records, asks, tells("old", 3), logsIn("old", "fail"))).to.equal("broken");
  });

  test("may be the one before while the cluster has not heard from the database, or not recorded the new one", () => {
    const [first, second] = [rotates, records];
    expect(judged(first, second, rotates, asks, tells("old", 4), logsIn("old", "fail"))).to.equal("held");
    expect(judged(first, second, rotates, asks, records, tells("old", 4), logsIn("old", "fail"))).to.equal("held");
    expect(judged(first, second, rotates, records, asks, tells("old", 5), logsIn("old", "fail"))).to.equal("broken");
  });

  test("may not, where a history does not tell what is recorded", () => {
    expect(judged(rotates, asks, tells("old", 2), logsIn("old", "fail"))).to.equal("broken");
  });
});
