import { suite, test } from "node:test";
import { expect } from "chai";
import type { NewEvent } from "#harness/history/event.ts";
import { statusPath } from "./models/roles.ts";
import { restoredClustersAsk } from "./restored-clusters-ask.ts";
import { verdictOf } from "./verdict-of.suite.ts";

type Timed = readonly [seconds: number, event: NewEvent];

const performance = "sys/replication/performance";
/** The events before the backup of Oslo. Their count is the event number up to which the backup has data. */
const meeting: readonly Timed[] = [
  [1, message("Oslo", "Lima")],
  [1, message("Lima", "Oslo")],
];
const backup = meeting.length;

function message(from: string, to: string): NewEvent {
  return { type: "frame", from, to, kind: "message", size: 1, about: { type: "hello" } };
}

function restoredAfter(event: number): NewEvent {
  return { type: "fault", kind: "older store", parties: ["Oslo"], about: { backup: event } };
}

function asked(cluster: string, path: string, { method = "POST", body = {}, data = {} } = {}): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method: method as "POST", path, body },
    { type: "answer", cause: 0, outcome: "ok", status: 200, body: { data } },
  ];
}

function verdict(events: readonly Timed[], seconds = 60, states: readonly [string, string] = ["running", "running"]) {
  const looks = ["Oslo", "Lima"].flatMap((cluster, index) =>
    asked(cluster, statusPath, { method: "GET", data: { mode: "primary", state: states[index] } }),
  );
  const timed = [...events, ...looks.map((look): Timed => [seconds, look])];
  const history = timed.map(([, event]) => event);
  return verdictOf(restoredClustersAsk, history, { at: (index) => (timed[index]?.[0] ?? 0) * 1000 });
}

const at = (seconds: number, events: readonly NewEvent[]) => events.map((event): Timed => [seconds, event]);

suite("two primaries of one set after a restore", () => {
  const restored: readonly Timed[] = [...meeting, [10, restoredAfter(backup)]];

  test("break the rule after enough time to ask without a fault", () => {
    expect(verdict(restored)).to.equal("broken");
    expect(verdict(restored, 12)).to.equal("held");
    expect(verdict([...restored, [11, { type: "settled" }]], 12)).to.equal("broken");
  });

  test("do not break the rule if one of them is fenced", () => {
    expect(verdict(restored, 60, ["fenced", "running"])).to.equal("held");
  });

  test("do not break the rule without a restore, which other rules cover", () => {
    expect(verdict(meeting)).to.equal("held");
  });

  test("do not break the rule while links are partitioned, or shortly after an operator's command", () => {
    const partition: NewEvent = { type: "fault", kind: "partition", parties: ["Oslo", "Lima"] };
    expect(verdict([...restored, [20, partition]])).to.equal("held");
    const token = asked("Oslo", `${performance}/primary/secondary-token`);
    expect(verdict([...restored, ...at(59, token)])).to.equal("held");
    expect(verdict([...restored, ...at(20, token)])).to.equal("broken");
  });

  test("do not break the rule if an operator promoted by force", () => {
    const force = asked("Lima", `${performance}/secondary/promote`, { body: { force: true } });
    expect(verdict([...meeting, ...at(5, force), [10, restoredAfter(backup)]])).to.equal("held");
  });

  test("do not break the rule if the backup is older than their first contact, or one of them was revoked or set up again", () => {
    expect(verdict([...meeting, [10, restoredAfter(0)]])).to.equal("held");
    for (const path of ["primary/revoke-secondary", "primary/disable"]) {
      const change = asked("Oslo", `${performance}/${path}`);
      expect(verdict([...meeting, ...at(5, change), [10, restoredAfter(backup)]]), path).to.equal("held");
      expect(verdict([...restored, ...at(20, change)]), path).to.equal("held");
    }
    expect(verdict([...restored, ...at(20, asked("Lima", `${performance}/secondary/enable`))])).to.equal("held");
    expect(verdict([...restored, ...at(20, asked("Kyoto", `${performance}/secondary/enable`))])).to.equal("broken");
    const led = at(4, asked("Kyoto", `${performance}/secondary/promote`));
    const wiped = at(20, asked("Kyoto", `${performance}/secondary/enable`));
    expect(verdict([...meeting, ...led, [10, restoredAfter(backup)], ...wiped])).to.equal("held");
    const lost: NewEvent = { type: "fault", kind: "lost disk", parties: ["Lima"] };
    expect(verdict([...meeting, [5, lost], [10, restoredAfter(backup)]])).to.equal("held");
  });
});
