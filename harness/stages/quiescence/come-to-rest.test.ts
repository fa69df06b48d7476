import { suite, test } from "node:test";
import { expect } from "chai";
import type { ApiRequest } from "#harness/api/request.ts";
import { statusPath } from "#harness/checkers/models/roles.ts";
import type { Event, NewEvent } from "#harness/history/event.ts";
import { History } from "#harness/history/history.ts";
import type { StageCluster } from "#harness/stages/stage.ts";
import { comeToRest } from "./come-to-rest.ts";
import { PlayWatch } from "./play-watch.ts";

type Status = Readonly<Record<string, unknown>>;

function playOf(events: readonly NewEvent[], statuses: Readonly<Record<string, () => Status>> = {}) {
  let now = 0;
  const history = new History(() => now);
  const watch = new PlayWatch();
  const noted: Event[] = [];
  history.subscribe(watch.take);
  for (const event of events) {
    now += 500;
    history.note(event);
  }
  history.subscribe((event) => void noted.push(event));
  const unrecorded = Object.entries(statuses).map(([name, status]) => ({
    name,
    call: async ({ path }: ApiRequest) => ({
      status: 200,
      headers: {},
      body: { data: path === statusPath ? status() : {} },
    }),
  })) as unknown as readonly StageCluster[];
  let [looks, passed] = [0, 0];
  return {
    noted: () => noted.map(({ type }) => type),
    looks: () => looks,
    passed: () => passed,
    rest: () =>
      comeToRest({
        ...{ history, watch, clusters: [], unrecorded, servers: [], storeOf: () => undefined },
        async pass(milliseconds) {
          passed += milliseconds;
        },
        async eventually(look) {
          for (let turn = 0; turn < 3; turn++) {
            looks++;
            const isDone = await look().then(
              () => true,
              () => false,
            );
            if (isDone) return;
          }
          throw new Error("timeout");
        },
      }),
  };
}

function promotedByForce(): readonly NewEvent[] {
  const call = (cluster: string, path: string, body: object | undefined, data: object): readonly NewEvent[] => [
    { type: "request", client: "root", cluster, method: body ? "POST" : "GET", path, ...(body ? { body } : {}) },
    { type: "answer", cause: 0, outcome: "ok", status: 200, body: { data } },
  ];
  const events: readonly NewEvent[] = [
    { type: "frame", from: "Lima", to: "Oslo", kind: "introduction", size: 1, digest: "0" },
    ...call("Lima", statusPath, undefined, { mode: "secondary", state: "stream-wals" }),
    ...call("Lima", "sys/replication/performance/secondary/promote", { force: true }, {}),
  ];
  return events.map((event, index) => (event.type === "answer" ? { ...event, cause: index } : event));
}

function streamedFromOslo(): readonly NewEvent[] {
  const seen = (cluster: string, data: object, cause: number): readonly NewEvent[] => [
    { type: "request", client: "root", cluster, method: "GET", path: statusPath },
    { type: "answer", cause, outcome: "ok", status: 200, body: { data } },
  ];
  const oslo = { mode: "primary", state: "running" };
  const lima = { mode: "secondary", state: "stream-wals", primary_cluster_addr: "wss://oslo" };
  const enabled = "sys/replication/performance/primary/enable";
  return [
    { type: "request", client: "root", cluster: "Oslo", method: "POST", path: enabled },
    { type: "answer", cause: 1, outcome: "ok", status: 200 },
    { type: "frame", from: "Lima", to: "Oslo", kind: "introduction", size: 1, digest: "0" },
    ...seen("Oslo", oslo, 4),
    ...seen("Lima", lima, 6),
  ];
}

function statusAfter(events: number, cluster: string, data: object): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method: "GET", path: statusPath },
    { type: "answer", cause: events + 1, outcome: "ok", status: 200, body: { data } },
  ];
}

const running: Status = { mode: "primary", state: "running" };

suite("a finished run", () => {
  test("settles at once without faults and replication", async () => {
    const play = playOf([]);
    await play.rest();
    expect(play.noted()).to.deep.equal(["settled"]);
    expect(play.passed()).to.equal(0);
  });

  test("does not settle during a fault, and settles after it", async () => {
    const fault: NewEvent = { type: "fault", kind: "partition", parties: ["Oslo", "Lima"] };
    const [lasting, healed, passing] = [
      playOf([fault]),
      playOf([fault, { type: "heal", cause: 1, parties: ["Oslo", "Lima"] }]),
      playOf([{ ...fault, kind: "skew" }]),
    ];
    for (const play of [lasting, healed, passing]) await play.rest();
    expect(lasting.noted()).to.deep.equal([]);
    expect([healed.noted(), passing.noted()]).to.deep.equal([["settled"], ["settled"]]);
  });

  test("settles some time after a crash, but not while a cluster is down", async () => {
    const crash: NewEvent = { type: "crash", cluster: "Oslo" };
    const [down, up] = [playOf([crash]), playOf([crash, { type: "start", cluster: "Oslo" }])];
    for (const play of [down, up]) await play.rest();
    expect(down.noted()).to.deep.equal([]);
    expect(up.noted()).to.deep.equal(["settled"]);
    expect(up.passed()).to.be.above(0);
  });

  test("with two primaries that must detect each other waits until one steps down", async () => {
    let calls = 0;
    const oslo = () => (calls++ === 0 ? running : { mode: "primary", state: "fenced" });
    const play = playOf(promotedByForce(), { Oslo: oslo, Lima: () => running });
    await play.rest();
    expect(play.looks()).to.equal(2);
    expect(play.noted()).to.include("settled");
  });

  test("does not wait for a secondary whose primary was restored from a backup since", async () => {
    const streams = streamedFromOslo();
    const lima = () => ({ mode: "secondary", state: "idle", primary_cluster_addr: "wss://oslo" });
    const oslo = () => ({ mode: "primary", state: "fenced" });
    const restored: NewEvent = { type: "fault", kind: "older store", parties: ["Oslo"] };
    const looks = async (...events: readonly NewEvent[]) => {
      const play = playOf([...streams, ...events], { Oslo: oslo, Lima: lima });
      await play.rest();
      return play.looks();
    };
    expect(await looks()).to.equal(3);
    expect(await looks(restored)).to.equal(1);
    // Lima has not noticed it yet.
    const streaming = { mode: "secondary", state: "stream-wals", primary_cluster_addr: "wss://oslo" };
    const oslos = statusAfter(8, "Oslo", running);
    expect(await looks(restored, ...oslos, ...statusAfter(10, "Lima", streaming))).to.equal(1);
  });

  test("settles even if clusters do not converge: checkers report that", async () => {
    const play = playOf(promotedByForce(), { Oslo: () => running, Lima: () => running });
    await play.rest();
    expect(play.looks()).to.equal(3);
    expect(play.noted()).to.include("settled");
  });
});
