import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { liveUsersStay } from "./live-users-stay.ts";

/** What the checker says of a history of these events, one a second. */
function judged(...events: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = ["request", "answer", "statement", "role"] as const;
  const bench = new CheckerRun({ ...heading, clusters: ["Oslo"], sees }, [liveUsersStay]);
  for (const [index, event] of events.entries()) bench.take({ ...event, seq: index + 1, at: index * 1000 } as Event);
  return bench.end()[0]?.verdict ?? "";
}

const asked = (method: "GET" | "POST" | "PUT", path: string): NewEvent => {
  return { type: "request", client: "root", cluster: "Oslo", method, path };
};
const answered = (cause: number): NewEvent => ({ type: "answer", cause, outcome: "ok", status: 200 });
const given = (cause: number): NewEvent => {
  const body = { lease_id: "database/creds/app/1", lease_duration: 60, data: { username: "v-app" } };
  return { type: "answer", cause, outcome: "ok", status: 200, body };
};
const removed: NewEvent = {
  type: "statement",
  from: "Oslo",
  user: "root",
  subject: "v-app",
  statements: ['DROP ROLE IF EXISTS "v-app"'],
  outcome: "ok",
};
const credentials = asked("GET", "database/creds/app");
const enabling = asked("POST", "sys/replication/performance/secondary/enable");

suite("no user is removed whose lease lives", () => {
  test("not even a while after others were revoked", () => {
    expect(judged(credentials, given(1), removed)).to.equal("broken");
    expect(judged(asked("PUT", "sys/leases/revoke"), answered(1), credentials, given(3), removed)).to.equal("broken");
  });

  test("what ends leases may have been asked for before the lease was given, and come after", () => {
    expect(judged(enabling, credentials, given(2), removed)).to.equal("held");
    expect(judged(enabling, credentials, given(2), answered(1), removed)).to.equal("held");
  });

  test("nor does a cluster answer for the leases of before it took another role", () => {
    const wiped: NewEvent = { type: "role", cluster: "Oslo", role: "bootstrapping" };
    expect(judged(credentials, given(1), wiped, removed)).to.equal("held");
    expect(judged(wiped, credentials, given(2), removed)).to.equal("broken");
  });
});
