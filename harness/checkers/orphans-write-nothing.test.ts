import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { orphansWriteNothing } from "./orphans-write-nothing.ts";
import { verdictOf } from "./verdict-of.suite.ts";

function verdict(...between: readonly NewEvent[]): string {
  const events = [
    ...posted("sys/mounts/colours", { type: "kv" }),
    ...posted("sys/replication/performance/primary/demote"),
    ...between,
    ...posted("colours/sky", { value: "blue" }),
  ];
  return verdictOf(orphansWriteNothing, events, { clusters: ["Oslo"] });
}

function posted(path: string, body: object = {}): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster: "Oslo", method: "POST", path, body, content: "digest" },
    { type: "answer", cause: 0, outcome: "ok", status: 204, index: { set: "set", entry: 1 } },
  ];
}

suite("a demoted cluster that acknowledges a write", () => {
  test("breaks the rule", () => {
    expect(verdict()).to.equal("broken");
  });

  test("breaks the rule with an entry after the last one before the demotion, even if it was requested before", () => {
    const [mounting, mounted, demoting, demotion] = [
      ...posted("sys/mounts/colours", { type: "kv" }),
      ...posted("sys/replication/performance/primary/demote"),
    ] as const;
    const [writing, written] = posted("colours/sky", { value: "blue" });
    const verdictAfter = (index: number) =>
      verdictOf(
        orphansWriteNothing,
        [
          ...[mounting, mounted, writing, demoting],
          { type: "log", cluster: "Oslo", level: "info", message: "demoted", facts: { index } },
          ...[demotion, { ...written, cause: 3 }],
        ] as readonly NewEvent[],
        { clusters: ["Oslo"] },
      );
    expect(verdictAfter(0)).to.equal("broken");
    expect(verdictAfter(1)).to.equal("held");
  });

  for (const kind of ["older store", "lost disk"]) {
    test(`does not break the rule after it started with another store (${kind})`, () => {
      expect(verdict({ type: "fault", kind, parties: ["Oslo"] })).to.equal("held");
      expect(verdict({ type: "fault", kind, parties: ["Lima"] })).to.equal("broken");
    });
  }
});
