import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { call, rootToken } from "./call.suite.ts";
import { type LiveClock, liveClock } from "./clock.ts";
import { type Cluster, type ClusterOptions, startCluster } from "./cluster.ts";
import { inMemory } from "./stores/in-memory.ts";
import { StoreFailure } from "./stores/store-failure.ts";

function portOf(address: string): number {
  return Number(new URL(address).port);
}

suite("a cluster", () => {
  test("answers as soon as it has started", async () => {
    await using cluster = await startCluster({ name: "Oslo", rootToken });
    const { status, body } = await call(cluster, "GET", "sys/health");
    expect(status).to.equal(200);
    expect(body).to.include({ initialized: true, cluster_name: "Oslo" });
    expect(cluster.api).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(cluster.link).to.match(/^wss:\/\/127\.0\.0\.1:\d+$/);
  });

  test("clusters that start at the same time listen on ports of their own", async () => {
    await using stack = new AsyncDisposableStack();
    const names = ["Oslo", "Lima", "Kyoto"];
    const clusters = await Promise.all(names.map((name) => startCluster({ name, rootToken })));
    for (const cluster of clusters) stack.use(cluster);
    expect(new Set(clusters.flatMap(({ api, link }) => [portOf(api), portOf(link)])).size).to.equal(6);
    const health = await Promise.all(clusters.map((cluster) => call(cluster, "GET", "sys/health")));
    expect(health.map(({ body }) => body.cluster_name)).to.deep.equal(names);
  });

  test("a port in use is named in the error, and the failed start leaves nothing behind", async () => {
    await using cluster = await startCluster({ name: "Oslo", rootToken });
    const taken = portOf(cluster.link);
    const failure = await startCluster({ name: "Lima", rootToken, linkPort: taken }).catch((error) => error);
    expect(failure.message).to.equal(`127.0.0.1:${taken} is in use`);
    expect((await call(cluster, "GET", "sys/health")).status).to.equal(200);
  });

  test("a killed cluster restarts on the same ports with all it had saved, and the killed one writes no more", async () => {
    const store = memoryStore();
    using clock = liveClock();
    const options = { name: "Oslo", rootToken, unsealKey: new Uint8Array(32), store, clock };
    const first = await startCluster(options);
    await call(first, "POST", "sys/mounts/colours", { type: "kv" });
    await call(first, "POST", "colours/sky", { shade: "blue" });
    await first.kill();
    await first[Symbol.asyncDispose]();
    const before = await store.range({ prefix: "" });
    expect(await call(first, "GET", "sys/health").catch(() => "no answer")).to.equal("no answer");
    clock.leap(3_600_000);
    await dueDone(clock);
    expect(await store.range({ prefix: "" })).to.deep.equal(before);
    await using second = await startCluster({ ...options, apiPort: portOf(first.api), linkPort: portOf(first.link) });
    expect(second.api).to.equal(first.api);
    expect((await call(second, "GET", "colours/sky")).body.data).to.deep.equal({ shade: "blue" });
  });

  test("a cluster whose store is lost seals itself and logs the reason", async () => {
    const { late: _, ...store } = memoryStore();
    let failure: StoreFailure | undefined;
    const lines: string[] = [];
    const failable = <T>(answer: () => Promise<T>) => (failure ? Promise.reject(failure) : answer());
    await using cluster = await startCluster({
      name: "Oslo",
      rootToken,
      store: {
        read: (key) => failable(() => store.read(key)),
        range: (range) => failable(() => store.range(range)),
        commit: (batch) => failable(() => store.commit(batch)),
      },
      logLevel: "error",
      logDestination: { write: (line) => void lines.push(line) },
    });
    const write = () => call(cluster, "POST", "secret/data/sky", { data: { shade: "blue" } });
    failure = new StoreFailure("full", "there is no room");
    expect((await write()).status).to.equal(500);
    failure = undefined;
    expect((await write()).status).to.equal(200);
    failure = new StoreFailure("lost", "the store is damaged");
    expect((await write()).status).to.equal(500);
    while (!(await call(cluster, "GET", "sys/seal-status")).body.sealed) await turn();
    expect((await call(cluster, "GET", "sys/health")).status).to.equal(503);
    expect((await write()).status).to.equal(503);
    const lossLines = lines.filter((line) => line.includes("the store is damaged"));
    expect(lossLines.filter((line) => !line.includes("a change was not saved"))).to.have.length(1);
  });

  test("a killed cluster closes its audit file", { skip: !existsSync("/proc/self/fd") }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "understudy-cluster-"));
    const path = join(folder, "audit.log");
    const areOpen = () => readdirSync("/proc/self/fd").map((entry) => readlinkIfThere(`/proc/self/fd/${entry}`));
    const cluster = await startCluster({ name: "Oslo", rootToken, auditFolders: [folder] });
    const { status } = await call(cluster, "PUT", "sys/audit/file", { type: "file", options: { file_path: path } });
    expect(status).to.equal(204);
    expect(areOpen()).to.include(path);
    await cluster.kill();
    expect(areOpen()).not.to.include(path);
    rmSync(folder, { recursive: true });
  });

  test("a secondary replicates over the link, pauses while its primary is down, and resumes when it is back", async () => {
    const [store, unsealKey] = [inMemory(), new Uint8Array(32).fill(1)];
    const start = (place: Partial<ClusterOptions> = {}) =>
      startCluster({ name: "Oslo", rootToken, unsealKey, store, ...place });
    await using oslo = await start();
    await using lima = await startCluster({ name: "Lima", rootToken });
    await call(oslo, "POST", "sys/mounts/colours", { type: "kv" });
    await call(oslo, "POST", "sys/replication/performance/primary/enable", {});
    const { body } = await call(oslo, "POST", "sys/replication/performance/primary/secondary-token", { id: "lima" });
    const enabled = await call(lima, "POST", "sys/replication/performance/secondary/enable", {
      token: body.wrap_info.token,
    });
    expect(enabled.status, JSON.stringify(enabled.body)).to.be.lessThan(300);
    await call(oslo, "POST", "colours/sky", { shade: "blue" });
    await seen(lima, "blue");
    await oslo.kill();
    await using again = await start({ apiPort: Number(new URL(oslo.api).port) });
    await call(again, "POST", "colours/sky", { shade: "red" });
    expect((await call(lima, "GET", "colours/sky")).body.data).to.deep.equal({ shade: "blue" });
    await again.kill();
    await using back = await start({ linkPort: Number(new URL(oslo.link).port) });
    await seen(lima, "red");
    expect(back.link).to.equal(oslo.link);
  });
});

function readlinkIfThere(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}

async function dueDone(clock: LiveClock): Promise<void> {
  const keepAlive = setTimeout(() => {}, 60_000);
  await new Promise<void>((resolve) => clock.at(0, resolve));
  await new Promise((resolve) => setImmediate(resolve));
  clearTimeout(keepAlive);
}

async function seen(secondary: Cluster, shade: string): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    const { body } = await call(secondary, "GET", "colours/sky");
    if (body?.data?.shade === shade) return;
    secondary.clock.leap(100);
  }
  expect.fail(`${secondary.name} never saw ${shade}`);
}
