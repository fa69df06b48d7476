import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { localStaysLocal } from "./local-stays-local.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function judged(...meanwhile: readonly NewEvent[]): string {
  return judgedAt("Lima", ...meanwhile);
}

function judgedAt(cluster: string, ...meanwhile: readonly NewEvent[]): string {
  const mounted = { method: "POST", path: "sys/mounts/songs", body: { type: "kv", local: true } } as const;
  const events: readonly NewEvent[] = [
    { type: "request", client: "root", cluster: "Lima", ...mounted },
    { type: "answer", cause: 1, outcome: "ok", status: 204 },
    ...meanwhile,
    { type: "canary", canary: "canary 1", kind: "value", cluster, path: "songs/k3", cause: 1 },
    { type: "sighting", canary: "canary 1", where: "wire", form: "clear", cluster: "Lima", to: "Oslo", cause: 1 },
  ];
  return verdictOf(localStaysLocal, events);
}

function enabled(outcome: "ok" | "fail" | "unknown"): readonly NewEvent[] {
  const path = "sys/replication/performance/secondary/enable";
  return [
    { type: "request", client: "root", cluster: "Lima", method: "POST", path },
    { type: "answer", cause: 3, outcome, status: outcome === "ok" ? 200 : 500 },
  ];
}

suite("local mounts stay on their cluster", () => {
  test("a value of a local mount is in no frame of its cluster", () => {
    expect(judged()).to.equal("broken");
    expect(judged({ type: "fault", kind: "slow disk", parties: ["Lima"] })).to.equal("broken");
    expect(judged({ type: "fault", kind: "lost disk", parties: ["Oslo"] })).to.equal("broken");
    expect(judged({ type: "role", cluster: "Lima", role: "secondary" })).to.equal("broken");
    expect(judged(...enabled("fail"))).to.equal("broken");
  });

  test("a value of another cluster's shared mount at the same path may be sent (seed 64 of usual)", () => {
    expect(judgedAt("Oslo")).to.equal("held");
  });

  test("a wiped cluster has no local mounts (seed 910672 of stranded)", () => {
    for (const outcome of ["ok", "unknown"] as const) expect(judged(...enabled(outcome)), outcome).to.equal("held");
    expect(judged({ type: "role", cluster: "Lima", role: "bootstrapping" })).to.equal("held");
    for (const kind of ["lost disk", "older store"])
      expect(judged({ type: "fault", kind, parties: ["Lima"] }), kind).to.equal("held");
  });
});
