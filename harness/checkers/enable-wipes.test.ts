import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { enableWipes } from "./enable-wipes.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function judged(...events: readonly (NewEvent | readonly NewEvent[])[]): string {
  return verdictOf(enableWipes, events.flat());
}

type Reply = Readonly<{ outcome: "ok" | "fail" | "unknown"; status: number; content?: string; body?: unknown }>;
const ok: Reply = { outcome: "ok", status: 204 };

function asked(method: "GET" | "POST", path: string, reply: Reply = ok, content = {}): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster: "Lima", method, path, ...content },
    { type: "answer", cause: 0, ...reply },
  ];
}

const secondary = "sys/replication/performance/secondary";
const mounted = asked("POST", "sys/mounts/colours", ok, { body: { type: "kv" } });
const write = asked("POST", "colours/sky", ok, { content: "blue" });
const shown = asked("GET", "colours/sky", { outcome: "ok", status: 200, content: "blue" });
const missing = asked("GET", "colours/sky", { outcome: "fail", status: 404 });
const enabled = asked("POST", `${secondary}/enable`);
const refused = asked("POST", `${secondary}/enable`, { outcome: "fail", status: 400 });
const disabled = asked("POST", `${secondary}/disable`);
const isPrimary = asked("POST", "sys/replication/performance/primary/enable");
const lost: NewEvent = { type: "fault", kind: "lost disk", parties: ["Lima"] };
const older: NewEvent = { type: "fault", kind: "older store", parties: ["Lima"] };

suite("enabling a secondary wipes, and only then", () => {
  test("data that a standalone cluster wrote is gone, or intact if the command was refused", () => {
    expect(judged(mounted, write, enabled, missing)).to.equal("held");
    expect(judged(mounted, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, write, refused, shown)).to.equal("held");
    expect(judged(mounted, write, refused, missing)).to.equal("broken");
  });

  test("the rule also applies after the cluster left its set or lost its disk", () => {
    expect(judged(mounted, enabled, disabled, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, enabled, lost, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, enabled, lost, write, refused, missing)).to.equal("broken");
  });

  test("a write through a secondary returns with the copy, even after the secondary lost its disk (seed 900396)", () => {
    expect(judged(mounted, enabled, write, lost, enabled, shown)).to.equal("held");
    expect(judged(mounted, enabled, write, enabled, shown)).to.equal("held");
  });

  test("a primary's writes are not checked", () => {
    expect(judged(mounted, isPrimary, write, lost, enabled, shown)).to.equal("held");
    expect(judged(mounted, isPrimary, write, enabled, shown)).to.equal("held");
  });

  test("nothing is expected of a store that was lost or replaced by an older one", () => {
    expect(judged(mounted, write, refused, lost, missing)).to.equal("held");
    expect(judged(mounted, write, lost, refused, missing)).to.equal("held");
    expect(judged(mounted, write, enabled, older, shown)).to.equal("held");
    expect(judged(mounted, enabled, older, write, enabled, shown)).to.equal("held");
  });

  test("nothing is expected of a cluster whose command received no response", () => {
    const unanswered = asked("POST", "sys/replication/performance/primary/enable", { outcome: "unknown", status: 502 });
    expect(judged(mounted, unanswered, write, enabled, shown)).to.equal("held");
  });
});
