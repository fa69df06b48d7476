import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { removalsAreReported } from "./removals-are-reported.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function judged(...events: readonly (NewEvent | readonly NewEvent[])[]): string {
  return verdictOf(removalsAreReported, events.flat());
}

type Reply = Readonly<{ outcome: "ok" | "fail" | "unknown"; status: number; body?: unknown }>;
const ok: Reply = { outcome: "ok", status: 204 };

function asked(method: "GET" | "POST", cluster: string, path: string, reply = ok, body?: unknown): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method, path, ...(body === undefined ? {} : { body }) },
    { type: "answer", cause: 0, ...reply },
  ];
}

function status(cluster: string, data: unknown): readonly NewEvent[] {
  return asked("GET", cluster, `${replication}/status`, { outcome: "ok", status: 200, body: { data } });
}

const replication = "sys/replication/performance";
const digest = "e3b0c44298fc";
const streams = { mode: "secondary", state: "stream-wals" };

const mounted = asked("POST", "Oslo", "sys/mounts/colours", ok, { type: "kv" });
const filtered = asked("POST", "Oslo", `${replication}/primary/paths-filter/lima`, ok, {
  mode: "deny",
  paths: ["colours/"],
});
const named = status("Lima", { ...streams, secondary_id: "lima" });
const promoted = asked("POST", "Lima", `${replication}/secondary/promote`, ok, { force: true });
const demoted = asked("POST", "Oslo", `${replication}/primary/demote`);
const pointed = asked("POST", "Oslo", `${replication}/secondary/update-primary`);
const dialled: NewEvent = { type: "frame", from: "Oslo", to: "Lima", kind: "introduction", size: 0, digest };
const silent = status("Oslo", streams);
const reported = status("Oslo", { ...streams, given_up: { removed_mounts: ["colours/"] } });
const absent = (...errors: readonly string[]) =>
  asked("GET", "Oslo", "colours/k1", { outcome: "fail", status: 404, body: { errors } });
const missing = absent('no handler for route "colours/k1"');
const failover = [...mounted, ...filtered, ...named, ...promoted, ...demoted];

suite("mounts that are removed at a rejoin are reported", () => {
  test("a previous primary reports the mount that a filter excluded from its new primary", () => {
    expect(judged(failover, pointed, dialled, silent, missing)).to.equal("broken");
    expect(judged(failover, pointed, dialled, reported, missing)).to.equal("held");
  });

  test("a cluster that was wiped has nothing to report (seed 910852 of failovers)", () => {
    const disabled = asked("POST", "Oslo", `${replication}/secondary/disable`);
    const enable = (reply: Reply) => asked("POST", "Oslo", `${replication}/secondary/enable`, reply);
    const unanswered: Reply = { outcome: "unknown", status: 502 };
    const refused: Reply = { outcome: "fail", status: 400 };
    expect(judged(failover, disabled, enable(ok), dialled, silent, missing)).to.equal("held");
    expect(judged(failover, disabled, enable(unanswered), dialled, silent, missing)).to.equal("held");
    expect(judged(failover, pointed, enable(refused), dialled, silent, missing)).to.equal("broken");
  });

  test("a cluster whose store was lost or replaced has nothing to report", () => {
    for (const kind of ["lost disk", "older store"] as const)
      for (const cluster of ["Oslo", "Lima"]) {
        const lost: NewEvent = { type: "fault", kind, parties: [cluster] };
        expect(judged(failover, lost, pointed, dialled, silent, missing)).to.equal("held");
      }
    const lost: NewEvent = { type: "fault", kind: "lost disk", parties: ["Oslo"] };
    expect(judged(lost, failover, pointed, dialled, silent, missing)).to.equal("broken");
  });

  test("a key that is missing in an existing mount is ignored (seed 920069 of failovers)", () => {
    expect(judged(failover, pointed, dialled, silent, absent())).to.equal("held");
  });

  test("the report ends with the next update-primary", () => {
    expect(judged(failover, pointed, dialled, reported, pointed, dialled, silent, missing)).to.equal("held");
    expect(judged(mounted, filtered, named, pointed, promoted, demoted, pointed, dialled, silent, missing)).to.equal(
      "broken",
    );
  });
});
