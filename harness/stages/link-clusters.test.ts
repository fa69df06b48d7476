import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import { ClusterActor } from "./cluster-actor.ts";
import { linkClusters, roleOf } from "./link-clusters.ts";
import { noticingNewStores } from "./new-stores.ts";
import { simulated } from "./simulated.ts";
import type { Stage } from "./stage.ts";
import { three, topologyOf } from "./topologies.ts";

const replication = { primary: "Oslo", secondaries: ["Lima", "Kyoto"] };

suite("clusters are linked as their topology says", () => {
  let stage: Stage;
  before(async () => {
    stage = await simulated({ seed: 1, topology: three });
    await linkClusters(stage, { replication, isNew: () => true });
  });
  after(() => stage[Symbol.asyncDispose]());

  test("one is the primary, the others stream from it", async () => {
    const roles = await Promise.all(three.clusters.map((name) => roleOf(name, stage)));
    expect(roles).to.deep.equal([
      { mode: "primary" },
      { mode: "secondary", primary: "Oslo" },
      { mode: "secondary", primary: "Oslo" },
    ]);
    for (const cluster of stage.clusters.slice(1))
      expect(await new ClusterActor(cluster, stage.eventually).status()).to.include({ state: "stream-wals" });
  });

  test("a secondary is known to its primary by its name in lower case", async () => {
    const [oslo] = stage.clusters;
    const status = oslo && (await new ClusterActor(oslo, stage.eventually).status());
    expect(status?.known_secondaries).to.have.members(["lima", "kyoto"]);
  });
});

test("what a cluster has stored is not wiped by linking it, and new clusters are linked all the same", async () => {
  await using stage = await simulated({ seed: 1, topology: topologyOf("unlinked") });
  const [, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  await lima?.write("sys/mounts/colours", { type: "kv" });
  await linkClusters(stage, { replication, isNew: (name) => name !== "Lima" });
  expect(await roleOf("Lima", stage)).to.deep.equal({ mode: "disabled" });
  expect(await lima?.read("sys/mounts/colours")).to.include({ type: "kv" });
  expect(await roleOf("Kyoto", stage)).to.deep.equal({ mode: "secondary", primary: "Oslo" });
});

test("after a failover nothing is linked anew", async () => {
  await using stage = await simulated({ seed: 1, topology: three });
  await linkClusters(stage, { replication, isNew: () => true });
  const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  await oslo?.demote();
  await lima?.promote();
  await linkClusters(stage, { replication, isNew: () => false });
  expect((await roleOf("Oslo", stage)).mode).to.equal("secondary");
  expect(await roleOf("Lima", stage)).to.deep.equal({ mode: "primary" });
});

test("a store is new as long as nothing was ever kept in it", async () => {
  const open = persistentMemoryStores();
  const first = noticingNewStores(open);
  await (await first.open("Oslo")).commit([{ key: "a", value: "1" }]);
  expect([first.isNew("Oslo"), first.isNew("Lima")]).to.deep.equal([true, false]);
  const second = noticingNewStores(open);
  await second.open("Oslo");
  await second.open("Lima");
  expect([second.isNew("Oslo"), second.isNew("Lima")]).to.deep.equal([false, true]);
});
