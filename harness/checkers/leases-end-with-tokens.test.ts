import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { call, issued } from "./example.ts";
import { leasesEndWithTokens } from "./leases-end-with-tokens.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const lease_id = "database/creds/app/1";
const created = call("Oslo", "POST auth/token/create", { token: "parent" }, { secret: "child" });
const obtained = call("Oslo", "GET database/creds/app", { token: "child" }, issued);
const revoked = (token: string) => call("Oslo", "POST auth/token/revoke", { secret: token }, { status: 204 });
const users: NewEvent = { type: "survey", of: "database users", items: { "v-app-1": "postgresql" } };

function verdict(...events: readonly NewEvent[]): string {
  const at = (index: number) => (index === events.length - 1 ? 3_600_000 : index);
  return verdictOf(leasesEndWithTokens, events, { at });
}

suite("a lease of a revoked token", () => {
  test("leaves no user, also if an ancestor was revoked", () => {
    for (const token of ["child", "parent"])
      expect(verdict(...created, ...obtained, ...revoked(token), users), token).to.equal("broken");
    expect(verdict(...created, ...obtained, ...revoked("other"), users)).to.equal("held");
  });

  test("may leave a user if the log names it, the token was revoked before the response, or the store was lost", () => {
    const log: NewEvent = {
      type: "log",
      cluster: "Oslo",
      level: "warn",
      message: "failed",
      facts: { lease: lease_id },
    };
    expect(verdict(...created, ...obtained, log, ...revoked("child"), users)).to.equal("held");
    expect(verdict(...created, ...revoked("child"), ...obtained, users)).to.equal("held");
    const fault: NewEvent = { type: "fault", kind: "lost disk", parties: ["Oslo"] };
    expect(verdict(...created, ...obtained, ...revoked("child"), fault, users)).to.equal("held");
  });

  test("may leave a user if its parent was revoked without its children", () => {
    const orphaned = call("Oslo", "POST auth/token/revoke-orphan", { secret: "parent" }, { status: 204 });
    expect(verdict(...created, ...obtained, ...orphaned, ...revoked("parent"), users)).to.equal("held");
  });
});
