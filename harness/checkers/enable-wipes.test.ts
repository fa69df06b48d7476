import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { enableWipes } from "./enable-wipes.ts";
import { verdictOf } from "./verdict-of.suite.ts";

/** What the checker says of a history of these events, one a second. */
function judged(...events: readonly (NewEvent | readonly NewEvent[])[]): string {
  return verdictOf(enableWipes, events.flat(), { sees: ["request", "answer", "fault"] });
}

type Reply = Readonly<{ outcome: "ok" | "fail" | "unknown"; status: number; content?: string; body?: unknown }>;
const ok: Reply = { outcome: "ok", status: 204 };

/** A request to Lima and its answer, which comes at once. */
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
  test("what was written in a cluster by itself is gone, or all there where that was refused", () => {
    expect(judged(mounted, write, enabled, missing)).to.equal("held");
    expect(judged(mounted, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, write, refused, shown)).to.equal("held");
    expect(judged(mounted, write, refused, missing)).to.equal("broken");
  });

  test("so it is once it is in no set any more, or has lost its disk", () => {
    expect(judged(mounted, enabled, disabled, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, enabled, lost, write, enabled, shown)).to.equal("broken");
    expect(judged(mounted, enabled, lost, write, refused, missing)).to.equal("broken");
  });

  test("what a secondary has its primary write comes back with the copy, also after it lost its disk (seed 900396)", () => {
    expect(judged(mounted, enabled, write, lost, enabled, shown)).to.equal("held");
    expect(judged(mounted, enabled, write, enabled, shown)).to.equal("held");
  });

  test("nor is what a primary writes its own alone", () => {
    expect(judged(mounted, isPrimary, write, lost, enabled, shown)).to.equal("held");
    expect(judged(mounted, isPrimary, write, enabled, shown)).to.equal("held");
  });

  test("nor is it known what is in a store that was lost, or replaced by an older one", () => {
    expect(judged(mounted, write, refused, lost, missing)).to.equal("held");
    expect(judged(mounted, write, lost, refused, missing)).to.equal("held");
    expect(judged(mounted, write, enabled, older, shown)).to.equal("held");
    expect(judged(mounted, enabled, older, write, enabled, shown)).to.equal("held");
  });

  test("nor what it is of which an answer never came", () => {
    const unanswered = asked("POST", "sys/replication/performance/primary/enable", { outcome: "unknown", status: 502 });
    expect(judged(mounted, unanswered, write, enabled, shown)).to.equal("held");
  });
});
