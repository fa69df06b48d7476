import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { answer, call, command, mounted, read, request, status, write } from "./example.ts";
import { monotoneReads } from "./monotone-reads.ts";
import { onePrimary } from "./one-primary.ts";
import { plannedFailover } from "./planned-failover.ts";
import { prefixState } from "./prefix-state.ts";
import { requiredIndex } from "./required-index.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const sky = "colours/sky";
const asked = (cluster: string, end: string) => request(cluster, `POST sys/replication/performance/${end}`);
const found = (cluster: string, content: string) =>
  call(cluster, `GET ${sky}`, {}, { content, index: { set: "A", entry: 1 } });
const missing = read("Lima", sky);
const requiring = call("Lima", `GET ${sky}`, { requires: { set: "A", entry: 1 } }, { status: 404 });
const mount = mounted("Oslo");
const written = (entry: number) => write("Oslo", sky, `v${entry}`, entry);
const verdict = (checker: Checker, events: readonly NewEvent[]) => verdictOf(checker, events);

/**
 * For each history: its checker, its first events, a request, and its last events. The last events break the rule,
 * unless the request, which has no response, took effect.
 */
const histories: Readonly<Record<string, readonly [Checker, readonly NewEvent[], NewEvent, readonly NewEvent[]]>> = {
  "a second primary": [
    onePrimary,
    [
      ...command("Oslo", "primary/enable"),
      ...command("Lima", "secondary/enable"),
      ...mount,
      ...written(1),
      ...found("Lima", "v1"),
    ],
    asked("Oslo", "primary/demote"),
    command("Lima", "secondary/promote"),
  ],
  "a missing secret after a read": [
    monotoneReads,
    [...mount, ...written(1), ...found("Lima", "v1")],
    asked("Lima", "secondary/enable"),
    missing,
  ],
  "a missing secret after a read, and a request that removes the mount": [
    monotoneReads,
    [...mount, ...written(1), ...found("Lima", "v1")],
    request("Oslo", "DELETE sys/mounts/colours"),
    missing,
  ],
  "a missing secret after a planned failover": [
    plannedFailover,
    [...mount, ...written(1), ...command("Lima", "secondary/promote")],
    asked("Lima", "secondary/enable"),
    missing,
  ],
  "a missing secret after a status": [
    prefixState,
    [...mount, ...written(1), ...status("Lima", { state: "stream-wals", last_remote_wal: 1 })],
    asked("Lima", "secondary/enable"),
    missing,
  ],
  "a missing secret despite a required index": [
    requiredIndex,
    [...mount, ...written(1)],
    asked("Lima", "secondary/enable"),
    requiring,
  ],
};

suite("a pending command", () => {
  for (const [name, [checker, before, pending, after]] of Object.entries(histories)) {
    test(`excuses ${name}`, () => {
      expect(verdict(checker, [...before, ...after]), "without the command").to.equal("broken");
      expect(verdict(checker, [...before, pending, ...after]), "while it is pending").to.equal("held");
    });

    test(`that was refused does not excuse ${name}`, () => {
      const refused = answer({ status: 400 });
      expect(verdict(checker, [...before, pending, refused, ...after])).to.equal("broken");
    });
  }

  test("of another cluster excuses nothing", () => {
    const [checker, before, , after] = histories["a missing secret after a read"] ?? expect.fail();
    expect(verdict(checker, [...before, asked("Oslo", "secondary/enable"), ...after])).to.equal("broken");
  });

  test("that does not change a role excuses nothing", () => {
    const [checker, before, , after] = histories["a missing secret after a read"] ?? expect.fail();
    expect(verdict(checker, [...before, asked("Lima", "primary/secondary-token"), ...after])).to.equal("broken");
  });
});

suite("a secondary enable without a response", () => {
  test("excuses secrets that are missing after a planned failover", () => {
    const [checker, before, enable, after] = histories["a missing secret after a planned failover"] ?? expect.fail();
    const lost = answer({ outcome: "unknown" });
    expect(verdict(checker, [...before, enable, lost, ...after])).to.equal("held");
  });
});

suite("an index of another set", () => {
  test("requires nothing of a cluster with a set of its own", () => {
    const enabled = command("Lima", "primary/enable");
    const before = [...command("Oslo", "primary/enable"), ...mount];
    expect(verdict(requiredIndex, [...before, ...written(1), ...requiring])).to.equal("broken");
    expect(verdict(requiredIndex, [...before, ...enabled, ...written(1), ...requiring])).to.equal("held");
  });
});

suite("a mount that was removed and enabled again", () => {
  test("does not have the secrets that were read before", () => {
    const removed = call("Oslo", "DELETE sys/mounts/colours");
    const before = [...mount, ...written(1), ...found("Lima", "v1"), ...removed, ...mount, ...written(2)];
    expect(verdict(monotoneReads, [...before, ...missing]), "behind").to.equal("held");
    expect(verdict(monotoneReads, [...before, ...found("Lima", "v2"), ...missing])).to.equal("broken");
  });
});
