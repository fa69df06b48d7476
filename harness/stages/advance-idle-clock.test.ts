import { suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { postgresqlByUrl } from "#harness/databases/postgresql-by-url.ts";
import { advanceIdleClock } from "./advance-idle-clock.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { live } from "./live.ts";
import type { Stage, StageCluster } from "./stage.ts";

const waitMilliseconds = 15_000;

const open = (options: Pick<LiveOptions, "leapsWhenIdle" | "store"> = {}) =>
  live({
    ...options,
    topology: { name: "two", clusters: ["Oslo", "Lima"] },
    database: postgresqlByUrl({ url: "postgresql://unused@127.0.0.1:1/none", description: "none" }),
    cloud: (now, after) => embeddedCloud({ now, after }),
  });

async function leapedMilliseconds(stage: Stage, milliseconds: number): Promise<number> {
  // Read in this order, so that a halt of the machine in between can only make the difference smaller.
  const really = performance.now();
  const began = stage.now();
  await stage.eventually(async () => {
    if (stage.now() - began < milliseconds) throw new Error("not yet");
  });
  return stage.now() - began - (performance.now() - really);
}

async function slowUnmount(stage: Stage): Promise<() => Promise<unknown>> {
  const [oslo, lima] = stage.clusters;
  if (!oslo || !lima) throw new Error("expected two clusters");
  const ask = async (cluster: StageCluster, path: string, body = {}) => {
    const reply = await cluster.call({ method: "POST", path, token: cluster.rootToken, body });
    expect(reply.status, path).to.be.within(200, 299);
    return reply.body;
  };
  await ask(oslo, "sys/replication/performance/primary/enable");
  const activation = await ask(oslo, "sys/replication/performance/primary/secondary-token", { id: "lima" });
  await ask(lima, "sys/replication/performance/secondary/enable", { token: activation?.wrap_info?.token });
  await stage.eventually(async () => {
    const { body } = await lima.call({ method: "GET", path: "sys/replication/performance/status" });
    expect(body?.data?.state).to.equal("stream-wals");
  });
  await ask(oslo, "sys/mounts/database", { type: "database" });
  return () => oslo.call({ method: "DELETE", path: "sys/mounts/database", token: oslo.rootToken });
}

suite("waiting on a live stage", () => {
  test("takes real time if no link failed", async () => {
    await using stage = await open();
    expect(await leapedMilliseconds(stage, 300)).to.be.lessThan(100);
  });

  for (const upset of ["partition", "dropSilently"] as const) {
    test(`advances the clock after ${upset} of a link, even once it is healed`, async () => {
      await using stage = await open();
      await stage[upset]("Oslo", "Lima");
      expect(await leapedMilliseconds(stage, waitMilliseconds)).to.be.greaterThan(waitMilliseconds / 2);
      await stage.heal("Oslo", "Lima");
      expect(await leapedMilliseconds(stage, waitMilliseconds)).to.be.greaterThan(waitMilliseconds / 2);
    });
  }

  test("does not leap over time that the machine spent on other tasks", async () => {
    let leaps = 0;
    using _ = advanceIdleClock({ leap: () => void leaps++ });
    for (const began = performance.now(); performance.now() - began < 200; );
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
    expect(leaps).to.equal(0);
  });

  test("does not leap over a commit in a durable store", async () => {
    const kept = persistentMemoryStores();
    let commitMilliseconds = 0;
    await using stage = await open({
      async store(cluster) {
        const { late: _, ...store } = await kept(cluster);
        return {
          ...store,
          async commit(batch) {
            if (commitMilliseconds > 0) await passed(commitMilliseconds);
            await store.commit(batch);
          },
        };
      },
    });
    const [oslo] = stage.clusters;
    commitMilliseconds = 500;
    const [began, really] = [stage.now(), performance.now()];
    await oslo?.call({ method: "POST", path: "sys/mounts/colours", token: oslo.rootToken, body: { type: "kv" } });
    commitMilliseconds = 0;
    expect(performance.now() - really).to.be.at.least(500);
    expect(stage.now() - began - (performance.now() - really)).to.be.lessThan(2000);
  });

  test("advances the clock for a request that waits only for a clock", async () => {
    await using stage = await open();
    const unmount = await slowUnmount(stage);
    const [began, really] = [stage.now(), performance.now()];
    await unmount();
    expect(stage.now() - began).to.be.at.least(2000);
    expect(stage.now() - began - (performance.now() - really)).to.be.greaterThan(1000);
  });

  test("keeps the machine's clock if leaps are disabled", async () => {
    await using stage = await open({ leapsWhenIdle: false });
    const unmount = await slowUnmount(stage);
    await unmount();
    const shown = stage.now();
    expect(shown).to.be.at.most(Date.now());
  });
});
