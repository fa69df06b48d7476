import { suite, test } from "node:test";
import { expect } from "chai";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { ClusterActor } from "./cluster-actor.ts";
import { live } from "./live.ts";
import { simulated } from "./simulated.ts";
import type { Stage } from "./stage.ts";

const bytesPerSecond = 10_000;

const longEnough = 1_800_000;

const topology = { name: "two", clusters: ["Oslo", "Lima"] };

const stages = {
  simulated: () => simulated({ seed: 1, topology }),
  live: () =>
    live({
      topology,
      database: postgresqlByUrl({ url: "postgresql://unused@127.0.0.1:1/none", description: "none" }),
      cloud: (now, after) => embeddedCloud({ now, after }),
      leapsWhenIdle: false,
    }),
};

const sizes = { simulated: { count: 15, characters: 100_000 }, live: { count: 5, characters: 30_000 } };

type Parts = Readonly<{
  stage: Stage;
  oslo: ClusterActor;
  lima: ClusterActor;
  write: () => Promise<void>;
  writeTo: (cluster: ClusterActor) => Promise<void>;
}>;

async function start(name: keyof typeof stages): Promise<Parts & AsyncDisposable> {
  const stage = await stages[name]();
  const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  if (!oslo || !lima) throw new Error("expected two clusters");
  await oslo.enablePrimary();
  await oslo.send("POST", "sys/mounts/kv", { type: "kv" });
  const { count, characters } = sizes[name];
  const writeTo = async (cluster: ClusterActor) => {
    for (let i = 0; i < count; i++) await cluster.write(`kv/${i}`, { value: text(i, characters) });
  };
  return {
    stage,
    oslo,
    lima,
    write: () => writeTo(oslo),
    writeTo,
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

async function linked(name: keyof typeof stages): Promise<Parts & AsyncDisposable> {
  const parts = await start(name);
  await parts.lima.enableSecondary(await parts.oslo.secondaryToken("lima"));
  await parts.lima.streams();
  return parts;
}

const text = (seed: number, characters: number) => `${seed} `.repeat(Math.ceil(characters / 2)).slice(0, characters);

type Statuses = Readonly<Record<string, unknown>>;

async function catchesUp(stage: Stage, [secondary, primary]: readonly [ClusterActor, ClusterActor]): Promise<void> {
  const { last_wal: last } = (await primary.status()) as Statuses;
  await stage.eventually(
    async () => {
      const status = (await secondary.status()) as Statuses;
      expect(status).to.include({ mode: "secondary", state: "stream-wals", last_remote_wal: last });
    },
    { within: longEnough },
  );
}

const lostConnections = (stage: Stage) =>
  stage
    .logs()
    .filter(({ event }) => /broke off with the primary|secondary disconnected|no connection/.test(event))
    .map(({ event, facts }) => `${event}: ${facts.reason}`)
    .filter((line) => !line.includes("it was asked whether"));

for (const name of ["simulated", "live"] as const) {
  suite(`over a ${name} link of 10 kB/s, no connection is lost while`, { concurrency: true }, () => {
    test("a secondary catches up and has a write forwarded meanwhile", async () => {
      await using parts = await linked(name);
      const { stage, write, lima, oslo } = parts;
      await stage.partition("Oslo", "Lima");
      await write();
      await stage.heal("Oslo", "Lima");
      await stage.narrow("Oslo", "Lima", bytesPerSecond);
      await lima.streams();
      const before = lostConnections(stage);
      await lima.write("kv/forwarded", { value: text(7, 40_000) });
      expect(await oslo.read("kv/forwarded")).to.deep.equal({ value: text(7, 40_000) });
      await catchesUp(stage, [lima, oslo]);
      expect(lostConnections(stage)).to.deep.equal(before);
    });

    test("a new secondary gets its first copy", async () => {
      await using parts = await start(name);
      const { stage, write, lima, oslo } = parts;
      await write();
      const token = await oslo.secondaryToken("lima");
      await stage.narrow("Oslo", "Lima", bytesPerSecond);
      const before = lostConnections(stage);
      await lima.enableSecondary(token);
      await catchesUp(stage, [lima, oslo]);
      expect(lostConnections(stage)).to.deep.equal(before);
      expect(await lima.read("kv/1")).to.deep.equal(await oslo.read("kv/1"));
    });

    test("a former primary replaces its diverged data after a tree comparison", async () => {
      await using parts = await linked(name);
      const { stage, oslo, lima, writeTo } = parts;
      await stage.partition("Oslo", "Lima");
      await oslo.write("kv/own", { value: "discarded" });
      await lima.promoteByForce();
      await writeTo(lima);
      await oslo.demote();
      const token = await lima.secondaryToken("oslo");
      await stage.heal("Oslo", "Lima");
      await stage.narrow("Oslo", "Lima", bytesPerSecond);
      const before = lostConnections(stage);
      await oslo.updatePrimary(token);
      await catchesUp(stage, [oslo, lima]);
      expect(lostConnections(stage)).to.deep.equal(before);
      expect(await oslo.read("kv/1")).to.deep.equal(await lima.read("kv/1"));
    });
  });
}

test("a call that is too long for a narrow link is refused, not executed, and closes no connection", async () => {
  await using parts = await linked("simulated");
  const { stage, oslo, lima } = parts;
  await stage.narrow("Oslo", "Lima", bytesPerSecond);
  const before = lostConnections(stage);
  const written = lima.ask({
    ...{ method: "POST", path: "kv/long", token: lima.rootToken },
    body: { value: text(7, 1_000_000) },
  });
  const short = lima.write("kv/short", { value: "beside it" });
  const { status, body } = await written;
  expect({ status, errors: body?.errors }).to.deep.equal({
    status: 502,
    errors: ["the link to the primary is too narrow for the call, which was not carried out"],
  });
  await short;
  await lima.write("kv/after", { value: "after it" });
  expect(await oslo.read("kv/short")).to.deep.equal({ value: "beside it" });
  expect((await oslo.ask({ method: "GET", path: "kv/long", token: oslo.rootToken })).status).to.equal(404);
  expect(lostConnections(stage)).to.deep.equal(before);
});
