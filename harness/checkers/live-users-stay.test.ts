import { suite, test } from "node:test";
import { expect } from "chai";
import { type Event, eventTypes, historyVersion, type NewEvent } from "#harness/history/event.ts";
import { CheckerRun } from "./checker-run.ts";
import { liveUsersStay } from "./live-users-stay.ts";

function judged(...events: readonly NewEvent[]): string {
  const heading = { history: historyVersion, by: "test", stage: "simulated", play: "test" } as const;
  const sees = eventTypes;
  const run = new CheckerRun({ ...heading, clusters: ["Oslo"], sees }, [liveUsersStay]);
  for (const [index, event] of events.entries()) run.take({ ...event, seq: index + 1, at: index * 1000 } as Event);
  return run.end()[0]?.verdict ?? "";
}

const asked = (method: "GET" | "POST" | "PUT", path: string): NewEvent => {
  return { type: "request", client: "root", cluster: "Oslo", method, path };
};
const answered = (cause: number): NewEvent => ({ type: "answer", cause, outcome: "ok", status: 200 });
const issued = (cause: number): NewEvent => {
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

suite("a user with an active lease is not removed", () => {
  test("also not some time after other leases were revoked", () => {
    expect(judged(credentials, issued(1), removed)).to.equal("broken");
    expect(judged(asked("PUT", "sys/leases/revoke"), answered(1), credentials, issued(3), removed)).to.equal("broken");
  });

  test("a command that ends leases may be requested before the lease was issued and take effect later", () => {
    expect(judged(enabling, credentials, issued(2), removed)).to.equal("held");
    expect(judged(enabling, credentials, issued(2), answered(1), removed)).to.equal("held");
  });

  test("leases from before a role change are not checked", () => {
    const wiped: NewEvent = { type: "role", cluster: "Oslo", role: "bootstrapping" };
    expect(judged(credentials, issued(1), wiped, removed)).to.equal("held");
    expect(judged(wiped, credentials, issued(2), removed)).to.equal("broken");
  });
});
