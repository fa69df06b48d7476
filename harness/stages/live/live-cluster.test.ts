import { suite, test } from "node:test";
import { expect } from "chai";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import { History } from "#harness/history/history.ts";
import { LiveCluster, type Start } from "./live-cluster.ts";

function starter() {
  const open = persistentMemoryStores();
  const clusters: Cluster[] = [];
  let starts = 0;
  const start: Start = async (one, at, killed) => {
    starts += 1;
    const store = await open(one.name);
    const isFirst = starts === 1;
    const read = async (key: string) => {
      if (!isFirst) await one.failpoint.reach("starting");
      return store.read(key);
    };
    const { late: _, ...plain } = store;
    const cluster = await startCluster({
      ...{ name: one.name, rootToken: "root", unsealKey: new Uint8Array(32), killed },
      ...{ apiPort: at.api, linkPort: at.link, store: { ...plain, read } },
    });
    clusters.push(cluster);
    return { cluster, store };
  };
  const history = new History(() => 0);
  const types: string[] = [];
  history.subscribe(({ type }) => void types.push(type));
  return { one: new LiveCluster({ name: "Oslo", as: {}, start, open, history }), starts: () => starts, types };
}

suite("a live cluster", { timeout: 60_000 }, () => {
  test("that is killed at a failpoint during a start is started again, and the first start fails", async () => {
    const { one, starts, types } = starter();
    await using _ = one;
    await one.begin({ api: 0, link: 0 });
    let refusal = "";
    await one.crashAt("starting", () =>
      one.restart().catch((error: Error) => {
        refusal = error.message;
      }),
    );
    expect(refusal).to.equal("Oslo was killed");
    expect(starts()).to.equal(3);
    expect(types).to.deep.equal(["crash", "start", "crash", "start"]);
    expect((await fetch(`${one.running.cluster.api}/v1/sys/health`)).status).to.equal(200);
  });

  test("that is killed during a start can be started again", async () => {
    const { one } = starter();
    await using _ = one;
    await one.begin({ api: 0, link: 0 });
    await one.kill();
    const starting = one.startAgain().catch((error: Error) => error.message);
    await one.kill();
    expect(await starting).to.equal("Oslo was killed");
    await one.startAgain();
    expect((await fetch(`${one.running.cluster.api}/v1/sys/health`)).status).to.equal(200);
  });
});
