import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import type { Checker } from "./checker.ts";
import { statusPath } from "./models/roles.ts";
import { monotoneReads } from "./monotone-reads.ts";
import { onePrimary } from "./one-primary.ts";
import { plannedFailover } from "./planned-failover.ts";
import { prefixState } from "./prefix-state.ts";
import { requiredIndex } from "./required-index.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const performance = "sys/replication/performance";
type Request = Omit<Extract<NewEvent, { type: "request" }>, "type" | "client">;
type Answer = Partial<Omit<Extract<NewEvent, { type: "answer" }>, "type">>;

const asked = (request: Request): NewEvent => ({ type: "request", client: "root", ...request });
/** The response to the request with the event number `cause`; 0 stands for the event directly before the response. */
const answered = (answer: Answer = {}): NewEvent => ({
  type: "answer",
  cause: 0,
  outcome: "ok",
  status: 200,
  ...answer,
});
const done = (request: Request, answer?: Answer) => [asked(request), answered(answer)];

const command = (cluster: string, end: string): Request => ({
  cluster,
  method: "POST",
  path: `${performance}/${end}`,
  body: {},
});
const index = (entry: number) => ({ set: "oslos", entry });
const mount = done({ cluster: "Oslo", method: "POST", path: "sys/mounts/kv", body: { type: "kv" } });
const write = (entry: number) =>
  done({ cluster: "Oslo", method: "POST", path: "kv/a", content: `v${entry}` }, { index: index(entry) });
const read = (cluster: string, content?: string) =>
  done(
    { cluster, method: "GET", path: "kv/a" },
    content === undefined ? { outcome: "fail", status: 404 } : { content, index: index(1) },
  );
const status = (cluster: string, data: object) =>
  done({ cluster, method: "GET", path: statusPath }, { body: { data } });

const sees = ["request", "answer"] as const;
const verdict = (checker: Checker, events: readonly NewEvent[]) => verdictOf(checker, events, { sees });

/**
 * For each history: its checker, its first events, a request, and its last events. The last events break the rule,
 * unless the request, which has no response, took effect.
 */
const histories: Readonly<Record<string, readonly [Checker, readonly NewEvent[], Request, readonly NewEvent[]]>> = {
  "a second primary": [
    onePrimary,
    [
      ...done(command("Oslo", "primary/enable")),
      ...done(command("Lima", "secondary/enable")),
      ...mount,
      ...write(1),
      ...read("Lima", "v1"),
    ],
    command("Oslo", "primary/demote"),
    done(command("Lima", "secondary/promote"), { index: index(1) }),
  ],
  "a missing secret after a read": [
    monotoneReads,
    [...mount, ...write(1), ...read("Lima", "v1")],
    command("Lima", "secondary/enable"),
    read("Lima"),
  ],
  "a missing secret after a read, and a request that removes the mount": [
    monotoneReads,
    [...mount, ...write(1), ...read("Lima", "v1")],
    { cluster: "Oslo", method: "DELETE", path: "sys/mounts/kv" },
    read("Lima"),
  ],
  "a missing secret after a planned failover": [
    plannedFailover,
    [...mount, ...write(1), ...done(command("Lima", "secondary/promote"), { index: index(1) })],
    command("Lima", "secondary/enable"),
    read("Lima"),
  ],
  "a missing secret after a status": [
    prefixState,
    [...mount, ...write(1), ...status("Lima", { state: "stream-wals", last_remote_wal: 1 })],
    command("Lima", "secondary/enable"),
    read("Lima"),
  ],
  "a missing secret despite a required index": [
    requiredIndex,
    [...mount, ...write(1)],
    command("Lima", "secondary/enable"),
    [
      asked({ cluster: "Lima", method: "GET", path: "kv/a", requires: index(1) }),
      answered({ outcome: "fail", status: 404 }),
    ],
  ],
};

suite("a pending command", () => {
  for (const [name, [checker, before, pending, after]] of Object.entries(histories)) {
    test(`excuses ${name}`, () => {
      expect(verdict(checker, [...before, ...after]), "without the command").to.equal("broken");
      expect(verdict(checker, [...before, asked(pending), ...after]), "while it is pending").to.equal("held");
    });

    test(`that was refused does not excuse ${name}`, () => {
      const refused = answered({ outcome: "fail", status: 400 });
      expect(verdict(checker, [...before, asked(pending), refused, ...after])).to.equal("broken");
    });
  }

  test("of another cluster excuses nothing", () => {
    const [checker, before, , after] = histories["a missing secret after a read"] ?? expect.fail();
    expect(verdict(checker, [...before, asked(command("Oslo", "secondary/enable")), ...after])).to.equal("broken");
  });

  test("that does not change a role excuses nothing", () => {
    const [checker, before, , after] = histories["a missing secret after a read"] ?? expect.fail();
    expect(verdict(checker, [...before, asked(command("Lima", "primary/secondary-token")), ...after])).to.equal(
      "broken",
    );
  });
});

suite("a secondary enable without a response", () => {
  test("excuses secrets that are missing after a planned failover", () => {
    const [checker, before, enable, after] = histories["a missing secret after a planned failover"] ?? expect.fail();
    const lost = answered({ outcome: "unknown" });
    expect(verdict(checker, [...before, asked(enable), lost, ...after])).to.equal("held");
  });
});

suite("an index of another set", () => {
  const required = done(
    { cluster: "Lima", method: "GET", path: "kv/a", requires: index(1) },
    { outcome: "fail", status: 404 },
  );

  test("requires nothing of a cluster with a set of its own", () => {
    const enabled = done(command("Lima", "primary/enable"));
    const before = [...done(command("Oslo", "primary/enable")), ...mount];
    expect(verdict(requiredIndex, [...before, ...write(1), ...required])).to.equal("broken");
    expect(verdict(requiredIndex, [...before, ...enabled, ...write(1), ...required])).to.equal("held");
  });
});

suite("a mount that was removed and enabled again", () => {
  test("does not have the secrets that were read before", () => {
    const removed = done({ cluster: "Oslo", method: "DELETE", path: "sys/mounts/kv" });
    const before = [...mount, ...write(1), ...read("Lima", "v1"), ...removed, ...mount, ...write(2)];
    expect(verdict(monotoneReads, [...before, ...read("Lima")]), "behind").to.equal("held");
    expect(verdict(monotoneReads, [...before, ...read("Lima", "v2"), ...read("Lima")])).to.equal("broken");
  });
});
