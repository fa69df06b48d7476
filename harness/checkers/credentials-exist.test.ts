import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { credentialsExist } from "./credentials-exist.ts";
import { answer, request, settled, statement } from "./example.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const asked = request("Oslo", "GET database/creds/app");
const noResponse = answer({ outcome: "unknown", status: null });

function created(user: string): NewEvent {
  return statement("Oslo", `CREATE ROLE "${user}"`, { subject: user });
}

function survey(leases: readonly string[], users: readonly string[]): readonly NewEvent[] {
  const items = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ""]));
  return [
    { type: "survey", of: "leases", cluster: "Oslo", items: items(leases) },
    { type: "survey", of: "database users", items: items(users) },
  ];
}

function verdict(...events: readonly NewEvent[]): string {
  const caused = events.map((event, index) =>
    event.type === "answer"
      ? { ...event, cause: events.slice(0, index).findLastIndex(({ type }) => type === "request") + 1 }
      : event,
  );
  return verdictOf(credentialsExist, caused, { clusters: ["Oslo"] });
}

suite("the user of a request for credentials without a response", () => {
  const [user, lease] = ["v-app-1", "database/creds/app/1"] as const;
  const lost = [asked, created(user), noResponse, settled];

  test("may exist with a lease, which no client received", () => {
    expect(verdict(...lost, ...survey([lease], [user]))).to.equal("held");
    expect(verdict(...lost, ...survey([], []))).to.equal("held");
    expect(verdict(...lost, ...survey([], [user]))).to.equal("broken");
  });

  test("is not excused by the lease of another user, or by a lease of tokens", () => {
    const body = { lease_id: lease, lease_duration: 3600, data: { username: "v-app-0" } };
    const other = [asked, created("v-app-0"), answer({ body })];
    expect(verdict(...other, ...lost, ...survey([lease], ["v-app-0", user]))).to.equal("broken");
    expect(verdict(...lost, ...survey(["auth/token/create/1"], [user]))).to.equal("broken");
    const two = [asked, created("v-app-2"), noResponse];
    expect(verdict(...two, ...lost, ...survey([lease], ["v-app-2", user]))).to.equal("broken");
  });

  test("is no excuse for a user whose request was refused, or that was created before or after it", () => {
    const refused = [asked, created(user), answer({ status: 500 }), settled];
    expect(verdict(...refused, ...survey([lease], [user]))).to.equal("broken");
    expect(verdict(asked, noResponse, created(user), settled, ...survey([lease], [user]))).to.equal("broken");
    expect(verdict(created(user), asked, noResponse, settled, ...survey([lease], [user]))).to.equal("broken");
  });
});
