import { suite, test } from "node:test";
import { expect } from "chai";
import { memoryStore } from "#engine/stores/memory-store.ts";
import { type Cluster, startCluster } from "./cluster.ts";

async function fixture(limits: { stopSeconds: number }) {
  const below = memoryStore();
  const happened: string[] = [];
  const arrived = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const state = { slow: false };
  const cluster = await startCluster({
    name: "Oslo",
    rootToken: "root",
    unsealKey: new Uint8Array(32),
    limits,
    store: {
      read: (key) => below.read(key),
      range: (window) => below.range(window),
      async commit(changes) {
        if (state.slow) {
          arrived.resolve();
          await go.promise;
        }
        await below.commit(changes);
        if (state.slow) happened.push("written");
      },
    },
  });
  return { cluster, below, state, arrived: arrived.promise, go: () => go.resolve(), happened };
}

function write(cluster: Cluster): Promise<Response> {
  const headers = { "X-Vault-Token": "root" };
  return fetch(`${cluster.api}/v1/secret/data/a`, { method: "POST", headers, body: '{"data":{"v":1}}' });
}

suite("a stopping cluster", () => {
  test("finishes requests in progress, accepts no new ones, and then has saved all of them", async () => {
    const { cluster, below, state, arrived, go, happened } = await fixture({ stopSeconds: 60 });
    state.slow = true;
    const running = write(cluster);
    await arrived;
    const stopped = cluster[Symbol.asyncDispose]().then(() => happened.push("stopped"));
    expect(await fetch(`${cluster.api}/v1/sys/health`).catch(() => "refused")).to.equal("refused");
    go();
    const reply = await running;
    expect([reply.status, reply.headers.get("connection")]).to.deep.equal([200, "close"]);
    await stopped;
    expect(happened.at(-1)).to.equal("stopped");
    const again = { name: "Oslo", rootToken: "root", unsealKey: new Uint8Array(32), store: below };
    await using second = await startCluster(again);
    const headers = { "X-Vault-Token": "root" };
    const found = await fetch(`${second.api}/v1/secret/data/a`, { headers });
    expect(((await found.json()) as { data: { data: unknown } }).data.data).to.deep.equal({ v: 1 });
  });

  // The default limit exceeds the timeout of this test.
  test("waits no longer than its limit", { timeout: 4_500 }, async () => {
    const { cluster, state, arrived, go } = await fixture({ stopSeconds: 0.05 });
    state.slow = true;
    const running = write(cluster).catch(() => "cut off");
    await arrived;
    const stopped = cluster[Symbol.asyncDispose]();
    expect(await running).to.equal("cut off");
    go();
    await stopped;
  });
});
