import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { call, command } from "./example.ts";
import { settingsInForce } from "./settings-in-force.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const changed = (policy: string, answer = {}, cluster = "Oslo") =>
  call(cluster, "POST auth/userpass/users/ada", { body: { token_policies: [policy] } }, answer);
const loggedIn = (policy: string) =>
  call("Oslo", "POST auth/userpass/login/ada", {}, { body: { auth: { token_policies: ["default", policy] } } });

function verdict(...events: readonly NewEvent[]): string {
  return verdictOf(settingsInForce, events);
}

suite("a login after a change of its user", () => {
  test("must not get the policies of before", () => {
    expect(verdict(...changed("blue"), ...changed("green"), ...loggedIn("blue"))).to.equal("broken");
    expect(verdict(...changed("blue"), ...changed("green"), ...loggedIn("green"))).to.equal("held");
  });

  test("may get them if the change has an unknown outcome, a warning, or was acknowledged by another cluster", () => {
    const unknown = { outcome: "unknown", status: 503 } as const;
    expect(verdict(...changed("blue"), ...changed("green", unknown), ...loggedIn("blue"))).to.equal("held");
    const warned = { body: { warnings: ["the write has not arrived here"] } };
    expect(verdict(...changed("blue"), ...changed("green", warned), ...loggedIn("blue"))).to.equal("held");
    expect(verdict(...changed("blue"), ...changed("green", {}, "Lima"), ...loggedIn("blue"))).to.equal("held");
  });

  test("is not checked after a command on the cluster", () => {
    const events = [...changed("blue"), ...changed("green"), ...command("Oslo", "primary/demote")];
    expect(verdict(...events, ...loggedIn("blue"))).to.equal("held");
  });
});
