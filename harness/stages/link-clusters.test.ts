import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import { ClusterActor } from "./cluster-actor.ts";
import { linkClusters, roleOf } from "./link-clusters.ts";
import { trackNewStores } from "./new-stores.ts";
import { simulated } from "./simulated.ts";
import type { Stage } from "./stage.ts";
import { three, topologyOf } from "./topologies.ts";

const replication = { primary: "Oslo", secondaries: ["Lima", "Kyoto"] };

suite("linkClusters", () => {
  let stage: Stage;
  before(async () => {
    stage = await simulated({ seed: 1, topology: three });
    await linkClusters(stage, { replication, isNew: () => true });
  });
  after(() => stage[Symbol.asyncDispose]());

  test("makes one cluster the primary, from which the others stream", async () => {
    const roles = await Promise.all(three.clusters.map((name) => roleOf(name, stage)));
    expect(roles).to.deep.equal([
      { mode: "primary" },
      { mode: "secondary", primary: "Oslo" },
      { mode: "secondary", primary: "Oslo" },
    ]);
    for (const cluster of stage.clusters.slice(1))
      expect(await new ClusterActor(cluster, stage.eventually).status()).to.include({ state: "stream-wals" });
  });

  test("registers a secondary under its name in lower case", async () => {
    const [oslo] = stage.clusters;
    const status = oslo && (await new ClusterActor(oslo, stage.eventually).status());
    expect(status?.known_secondaries).to.have.members(["lima", "kyoto"]);
  });
});

test("does not wipe a cluster that has data, and links new clusters", async () => {
  await using stage = await simulated({ seed: 1, topology: topologyOf("unlinked") });
  const [, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  await lima?.write("sys/mounts/colours", { type: "kv" });
  await linkClusters(stage, { replication, isNew: (name) => name !== "Lima" });
  expect(await roleOf("Lima", stage)).to.deep.equal({ mode: "disabled" });
  expect(await lima?.read("sys/mounts/colours")).to.include({ type: "kv" });
  expect(await roleOf("Kyoto", stage)).to.deep.equal({ mode: "secondary", primary: "Oslo" });
});

test("links nothing again after a failover", async () => {
  await using stage = await simulated({ seed: 1, topology: three });
  await linkClusters(stage, { replication, isNew: () => true });
  const [oslo, lima] = stage.clusters.map((cluster) => new ClusterActor(cluster, stage.eventually));
  await oslo?.demote();
  await lima?.promote();
  await linkClusters(stage, { replication, isNew: () => false });
  expect((await roleOf("Oslo", stage)).mode).to.equal("secondary");
  expect(await roleOf("Lima", stage)).to.deep.equal({ mode: "primary" });
});

test("a store counts as new until something is stored in it", async () => {
  const open = persistentMemoryStores();
  const first = trackNewStores(open);
  await (await first.open("Oslo")).commit([{ key: "a", value: "1" }]);
  expect([first.isNew("Oslo"), first.isNew("Lima")]).to.deep.equal([true, false]);
  const second = trackNewStores(open);
  await second.open("Oslo");
  await second.open("Lima");
  expect([second.isNew("Oslo"), second.isNew("Lima")]).to.deep.equal([false, true]);
});
