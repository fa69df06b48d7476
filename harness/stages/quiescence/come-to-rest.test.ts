import { suite, test } from "node:test";
import { expect } from "chai";
import { statusPath } from "#harness/checkers/models/roles.ts";
import type { Event, NewEvent } from "#harness/history/event.ts";
import { History } from "#harness/history/history.ts";
import type { ApiRequest, StageCluster } from "#harness/stages/stage.ts";
import { comeToRest } from "./come-to-rest.ts";
import { PlayWatch } from "./play-watch.ts";

type Status = Readonly<Record<string, unknown>>;

/** A play that a watch has seen and whose clusters say of themselves what `statuses` gives, which may be something else at each look. */
function over(told: readonly NewEvent[], statuses: Readonly<Record<string, () => Status>> = {}) {
  let now = 0;
  const history = new History(() => now);
  const watch = new PlayWatch();
  const noted: Event[] = [];
  history.tell(watch.take);
  for (const event of told) {
    now += 500;
    history.note(event);
  }
  history.tell((event) => void noted.push(event));
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
          throw new Error("it has taken too long");
        },
      }),
  };
}

/** Lima streams from Oslo, and is promoted by force beside it. */
function promotedByForce(): readonly NewEvent[] {
  const call = (cluster: string, path: string, body: object | undefined, data: object): readonly NewEvent[] => [
    { type: "request", client: "root", cluster, method: body ? "POST" : "GET", path, ...(body ? { body } : {}) },
    { type: "answer", cause: 0, outcome: "ok", status: 200, body: { data } },
  ];
  const told: readonly NewEvent[] = [
    { type: "frame", from: "Lima", to: "Oslo", kind: "introduction", size: 1, digest: "0" },
    ...call("Lima", statusPath, undefined, { mode: "secondary", state: "stream-wals" }),
    ...call("Lima", "sys/replication/performance/secondary/promote", { force: true }, {}),
  ];
  return told.map((event, index) => (event.type === "answer" ? { ...event, cause: index } : event));
}

/** Lima streams from Oslo, the primary. */
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

/** A status that is asked for after so many events, and its answer. */
function statusAfter(events: number, cluster: string, data: object): readonly NewEvent[] {
  return [
    { type: "request", client: "root", cluster, method: "GET", path: statusPath },
    { type: "answer", cause: events + 1, outcome: "ok", status: 200, body: { data } },
  ];
}

const running: Status = { mode: "primary", state: "running" };

suite("a play that is over", () => {
  test("without faults and without replication settles at once", async () => {
    const play = over([]);
    await play.rest();
    expect(play.noted()).to.deep.equal(["settled"]);
    expect(play.passed()).to.equal(0);
  });

  test("in which a fault lasts does not settle; one whose fault is over, or passed, does", async () => {
    const fault: NewEvent = { type: "fault", kind: "partition", parties: ["Oslo", "Lima"] };
    const [lasting, healed, passing] = [
      over([fault]),
      over([fault, { type: "heal", cause: 1, parties: ["Oslo", "Lima"] }]),
      over([{ ...fault, kind: "skew" }]),
    ];
    for (const play of [lasting, healed, passing]) await play.rest();
    expect(lasting.noted()).to.deep.equal([]);
    expect([healed.noted(), passing.noted()]).to.deep.equal([["settled"], ["settled"]]);
  });

  test("after a crash has time, and does not settle while a cluster is down", async () => {
    const crash: NewEvent = { type: "crash", cluster: "Oslo" };
    const [down, up] = [over([crash]), over([crash, { type: "start", cluster: "Oslo" }])];
    for (const play of [down, up]) await play.rest();
    expect(down.noted()).to.deep.equal([]);
    expect(up.noted()).to.deep.equal(["settled"]);
    expect(up.passed()).to.be.above(0);
  });

  test("with two primaries that have to meet waits until one of them is one no more", async () => {
    let asked = 0;
    const oslo = () => (asked++ === 0 ? running : { mode: "primary", state: "fenced" });
    const play = over(promotedByForce(), { Oslo: oslo, Lima: () => running });
    await play.rest();
    expect(play.looks()).to.equal(2);
    expect(play.noted()).to.include("settled");
  });

  test("does not wait for a secondary to stream from a primary that was restored from a backup since", async () => {
    const streams = streamedFromOslo();
    const lima = () => ({ mode: "secondary", state: "idle", primary_cluster_addr: "wss://oslo" });
    const oslo = () => ({ mode: "primary", state: "fenced" });
    const restored: NewEvent = { type: "fault", kind: "older store", parties: ["Oslo"] };
    const looks = async (...events: readonly NewEvent[]) => {
      const play = over([...streams, ...events], { Oslo: oslo, Lima: lima });
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

  test("settles all the same when they do not: what is wrong then is for checkers", async () => {
    const play = over(promotedByForce(), { Oslo: () => running, Lima: () => running });
    await play.rest();
    expect(play.looks()).to.equal(3);
    expect(play.noted()).to.include("settled");
  });
});
