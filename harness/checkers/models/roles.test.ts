import { test } from "node:test";
import { expect } from "chai";
import type { EventOf } from "#harness/history/event.ts";
import { Roles } from "./roles.ts";

function after(kind: string): Roles {
  const roles = new Roles();
  const path = "sys/replication/performance/secondary/enable";
  const request = { type: "request", seq: 1, at: 0, client: "root", cluster: "Lima", method: "POST", path } as const;
  roles.asked(request);
  expect(roles.isAlone("Lima")).to.equal(false);
  const index = { set: "oslos", entry: 7 };
  roles.answered({ request, answer: { type: "answer", seq: 2, at: 0, cause: 1, outcome: "ok", status: 200, index } });
  expect(roles.isAlone("Lima")).to.equal(false);
  expect(roles.isAlone("Oslo"), "no command was sent to Oslo").to.equal(true);
  roles.failed({ type: "fault", seq: 3, at: 0, kind, parties: ["Lima"] } satisfies EventOf<"fault">);
  return roles;
}

test("a cluster that lost its disk is in no set", () => {
  const roles = after("lost disk");
  expect(roles.of("Lima")).to.include({ mode: "disabled", set: undefined });
  expect([roles.isAlone("Lima"), roles.changedAt("Lima")]).to.deep.equal([true, 3]);
});

test("the role of a cluster that starts with an older store is unknown", () => {
  const roles = after("older store");
  expect(roles.of("Lima")).to.include({ mode: "unknown", set: undefined });
  expect([roles.isAlone("Lima"), roles.changedAt("Lima")]).to.deep.equal([false, 3]);
});

test("a fault that leaves the store intact changes nothing", () => {
  const roles = after("slow disk");
  expect(roles.of("Lima")).to.include({ mode: "bootstrapping" });
  expect([roles.isAlone("Lima"), roles.changedAt("Lima")]).to.deep.equal([false, 2]);
});
