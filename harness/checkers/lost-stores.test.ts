import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { activationTokens } from "./activation-tokens.ts";
import type { Checker } from "./checker.ts";
import { filteredOnTheWire } from "./filtered-on-the-wire.ts";
import { forcedFailover } from "./forced-failover.ts";
import { membersStay } from "./members-stay.ts";
import { monotoneReads } from "./monotone-reads.ts";
import { orphansWriteNothing } from "./orphans-write-nothing.ts";
import { revokedMeansSilent } from "./revoked-means-silent.ts";
import { rightTakenBack } from "./right-taken-back.ts";
import { verdictOf } from "./verdict-of.suite.ts";

const clusters = ["Oslo", "Lima", "Kyoto"];
const set = "4a25";
const digest = "e3b0c44298fc";

function judged(checker: Checker, events: readonly NewEvent[]): string {
  return verdictOf(checker, events, { clusters, at: (index) => (index + 1) * 30_000 });
}

function posted(cluster: string, path: string, request = {}, answer = {}): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method: "POST", path, ...request },
    { type: "answer", cause: 0, outcome: "ok", status: 204, ...answer },
  ];
}

function commanded(cluster: string, command: string, request = {}, answer = {}): readonly NewEvent[] {
  return posted(cluster, `sys/replication/performance/${command}`, request, answer);
}

function written(cluster: string, path: string, entry: number): readonly NewEvent[] {
  return posted(cluster, path, { content: `of ${path}` }, { index: { set, entry } });
}

function read(cluster: string, path: string, answer: object): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method: "GET", path },
    { type: "answer", cause: 0, outcome: "ok", status: 200, ...answer } as NewEvent,
  ];
}

const mounted = posted("Oslo", "sys/mounts/colours", { body: { type: "kv" } });
const introduced: NewEvent = {
  type: "frame",
  from: "Lima",
  to: "Oslo",
  kind: "introduction",
  about: { id: "lima" },
  size: 1,
  digest,
};
const token = { secret: "of the token" };

/**
 * For each checker: the first events, a cluster, and later events. The later events break the rule, unless the cluster
 * lost its store after the first events.
 */
const rules: readonly (readonly [Checker, readonly NewEvent[], string, readonly NewEvent[]])[] = [
  [
    activationTokens,
    [...commanded("Oslo", "primary/secondary-token", {}, token), ...commanded("Lima", "secondary/enable", token)],
    "Oslo",
    commanded("Kyoto", "secondary/enable", token),
  ],
  [
    filteredOnTheWire,
    [
      ...mounted,
      introduced,
      { type: "canary", canary: "canary 1", kind: "value", cluster: "Oslo", path: "colours/sky", cause: 1 },
      ...commanded("Oslo", "primary/paths-filter/lima", { body: { mode: "deny", paths: ["colours/"] } }),
    ],
    "Oslo",
    [{ type: "sighting", canary: "canary 1", where: "wire", cluster: "Oslo", to: "Lima", form: "clear" }],
  ],
  [
    forcedFailover,
    [
      ...mounted,
      ...written("Oslo", "colours/sky", 1),
      ...written("Oslo", "colours/sea", 2),
      ...commanded("Lima", "secondary/promote", { body: { force: true } }),
      ...read("Lima", "colours/sea", { content: "of colours/sea" }),
    ],
    "Lima",
    read("Lima", "colours/sky", { outcome: "fail", status: 404 }),
  ],
  [
    orphansWriteNothing,
    [...mounted, ...commanded("Oslo", "primary/demote")],
    "Oslo",
    written("Oslo", "colours/sky", 1),
  ],
  [
    revokedMeansSilent,
    [introduced, ...commanded("Oslo", "primary/revoke-secondary", { body: { id: "lima" } })],
    "Oslo",
    [{ type: "frame", from: "Oslo", to: "Lima", kind: "message", size: 1, digest }],
  ],
  [
    rightTakenBack,
    [...commanded("Oslo", "primary/demote"), ...commanded("Oslo", "secondary/promote", { body: { force: true } })],
    "Oslo",
    commanded("Lima", "secondary/promote"),
  ],
];

suite("rules about earlier events do not bind a cluster that lost its store", () => {
  for (const [checker, before, cluster, after] of rules)
    test(checker.name, () => {
      expect(judged(checker, [...before, ...after])).to.equal("broken");
      for (const kind of ["lost disk", "older store"]) {
        const of = (party: string): NewEvent => ({ type: "fault", kind, parties: [party] });
        expect(judged(checker, [...before, of(cluster), ...after])).to.equal("held");
        expect(judged(checker, [...before, of("Rome"), ...after])).to.equal("broken");
      }
    });
});

suite("a response of a cluster that lost its store after the request", () => {
  const statusOf = (cluster: string, data: object): readonly NewEvent[] =>
    read(cluster, "sys/replication/performance/status", { body: { data } });
  const [asked, member] = statusOf("Lima", { mode: "secondary", state: "stream-wals" });
  const later = statusOf("Lima", { mode: "disabled" });
  const lost = (cluster: string): NewEvent => ({ type: "fault", kind: "lost disk", parties: [cluster] });
  const inFlight = (fault: NewEvent) => [asked, fault, { ...member, cause: 1 }] as readonly NewEvent[];

  test("says nothing about the new store", () => {
    expect(judged(membersStay, [...inFlight(lost("Lima")), ...later])).to.equal("held");
    expect(judged(membersStay, [...inFlight(lost("Oslo")), ...later]), "of another cluster").to.equal("broken");
  });

  test("does not keep later responses from being judged", () => {
    const again = statusOf("Lima", { mode: "secondary", state: "stream-wals" });
    expect(judged(membersStay, [...inFlight(lost("Lima")), ...again, ...later])).to.equal("broken");
  });

  test("acknowledges no write in it", () => {
    const write = written("Oslo", "colours/sky", 1).map((event) =>
      event.type === "answer" ? { ...event, cause: mounted.length + 1 } : event,
    );
    const gone = read("Oslo", "colours/sky", { outcome: "fail", status: 404 });
    const events = (fault: NewEvent) => [...mounted, write[0], fault, ...write.slice(1), ...gone] as NewEvent[];
    expect(judged(monotoneReads, [...mounted, ...written("Oslo", "colours/sky", 1), ...gone])).to.equal("broken");
    expect(judged(monotoneReads, events(lost("Oslo")))).to.equal("held");
  });
});
