import { suite, test } from "node:test";
import { expect } from "chai";
import { logLength } from "../protocol/entry.ts";
import { LinkedClusters, type Member, rest, write } from "../runtime/linked-clusters.suite.ts";
import { treePrefix } from "./tree-keys.ts";

const many = 1500;

const numbered = (count: number, value: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`shared/mount/m/k${i}`, `${value} ${i}`]));

async function joined() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await write(oslo, numbered(many, "first"));
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.clock.pass(1000);
  await clusters.enableSecondary(oslo, lima);
  await clusters.clock.pass(1000);
  return { clusters, oslo, lima };
}

async function outrun(clusters: LinkedClusters, oslo: Member, lima: Member, values: Record<string, string | null>) {
  clusters.partition(lima.name);
  await rest();
  await write(oslo, values);
  await Promise.all(Array.from({ length: logLength + 1 }, () => write(oslo, { "shared/mount/m/k0": "again" })));
  clusters.heal(lima.name);
}

async function expectEqual(clusters: LinkedClusters, oslo: Member, lima: Member): Promise<void> {
  expect(await lima.store.all("shared/")).to.deep.equal(await oslo.store.all("shared/"));
  expect(lima.replication.status()).to.include({
    state: "stream-wals",
    merkle_root: oslo.replication.maintenance.merkleRoot,
  });
  for (const { replication } of [oslo, lima]) {
    expect(await clusters.paused(replication.maintenance.merkleCheck())).to.deep.equal({
      isCorrupted: false,
      buckets: [],
      subtrees: [],
    });
  }
}

suite("the Merkle tree", () => {
  test("has one root on both sides, which any change of a key changes, and a change back brings back", async () => {
    const { clusters, oslo, lima } = await joined();
    await expectEqual(clusters, oslo, lima);
    const before = oslo.replication.maintenance.merkleRoot;
    await write(oslo, { "shared/mount/m/k7": "red", "shared/new": "x", "shared/mount/m/k8": null });
    await clusters.clock.pass(0);
    expect(oslo.replication.maintenance.merkleRoot).not.to.equal(before);
    await expectEqual(clusters, oslo, lima);
    await write(oslo, { "shared/mount/m/k7": "first 7", "shared/new": null, "shared/mount/m/k8": "first 8" });
    expect(oslo.replication.maintenance.merkleRoot).to.equal(before);
  });

  test("composes the root of what a paths filter allows", async () => {
    const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
    await oslo.replication.roles.enablePrimary({ address: "" });
    await clusters.enableSecondary(oslo, lima);
    const entry = (uuid: string, path: string) => JSON.stringify({ uuid, namespace: "root", kind: "secret", path });
    await write(oslo, { "shared/core/mount/u1": entry("u1", "app/"), "shared/core/mount/u2": entry("u2", "web/") });
    await write(oslo, { "shared/mount/u1/sky": "blue", "shared/mount/u2/sea": "green" });
    await oslo.replication.filters.write("lima", { mode: "deny", paths: ["app/"] });
    await rest();
    expect(await lima.store.all("shared/mount/")).to.deep.equal({ "shared/mount/u2/sea": "green" });
    const [known] = oslo.replication.status().secondaries as { merkle_root: string }[];
    expect(lima.replication.maintenance.merkleRoot)
      .to.equal(known?.merkle_root)
      .and.not.equal(oslo.replication.maintenance.merkleRoot);
  });

  test("sends a secondary that is behind the log only what differs, while writes continue", async () => {
    const { clusters, oslo, lima } = await joined();
    await outrun(clusters, oslo, lima, {
      "shared/mount/m/k3": "red",
      "shared/mount/m/k4": null,
      "shared/mount/n/k": "x",
    });
    const states = new Set<unknown>();
    const sent: string[] = [];
    clusters.passes = (frame) => {
      states.add(lima.replication.status().state);
      if (frame.includes('"type":"values"')) {
        sent.push(...(JSON.parse(frame).message.items as [string, string][]).map(([key]) => key));
        void write(oslo, { "shared/mount/m/k5": "while it was compared" });
      }
      return true;
    };
    await clusters.clock.pass(6000);
    expect(new Set(sent)).to.deep.equal(
      new Set(["shared/mount/m/k0", "shared/mount/m/k3", "shared/mount/m/k4", "shared/mount/n/k"]),
    );
    expect([...states]).to.include.members(["merkle-diff", "merkle-sync"]);
    expect((await lima.store.all())["shared/mount/m/k5"]).to.equal("while it was compared");
    await expectEqual(clusters, oslo, lima);
  });

  test("is built of a store from before there was one, and rebuilt by reindex, while writes go on", async () => {
    const { clusters, oslo, lima } = await joined();
    const old = Object.keys(await oslo.store.all(treePrefix));
    await oslo.store.commit(old.map((key) => ({ key, value: null })));
    const again = await clusters.restart("oslo");
    await write(again, { "shared/mount/m/k1": "red", "shared/mount/m/k999": "red" });
    expect(again.replication.status()).to.include({ merkle_root: "", reindex_in_progress: true });
    await clusters.clock.pass(0);
    await write(again, { "shared/mount/m/k10": null, "shared/mount/m/k998": "red", "shared/zzz": "last" });
    await clusters.clock.pass(6000);
    await expectEqual(clusters, again, lima);
    await again.replication.maintenance.reindex();
    await write(again, { "shared/mount/m/k10": "back", "shared/mount/m/k997": "red" });
    await clusters.clock.pass(1000);
    expect(again.replication.status())
      .to.include({ last_reindex_epoch: "1800000008" })
      .and.not.have.property("reindex_in_progress");
    await expectEqual(clusters, again, lima);
  });

  test("is cleared and rebuilt in bounded batches by reindex, goes on with that after a crash between them, and leaves nothing when replication ends", async () => {
    const { clusters, oslo, lima } = await joined();
    const sizes: number[] = [];
    oslo.store.before = (batch) => void sizes.push(batch.filter(({ key }) => key.startsWith(treePrefix)).length);
    const count = async (member: Member) => Object.keys(await member.store.all(treePrefix)).length;
    const whole = await count(oslo);
    expect(whole).to.be.greaterThan(2 * 512);
    await oslo.replication.maintenance.reindex();
    expect(await count(oslo)).to.equal(whole - 512);
    const again = await clusters.crash("oslo");
    await write(again, { "shared/mount/m/k1": "red", "shared/mount/m/k2": null });
    await clusters.clock.pass(6000);
    expect(Math.max(...sizes)).to.be.lessThan(2 * 512);
    await expectEqual(clusters, again, lima);
    await again.replication.roles.disable("primary");
    expect(await count(again)).to.be.greaterThan(512);
    const alone = await clusters.crash("oslo");
    await clusters.clock.pass(1000);
    expect(await count(alone)).to.equal(0);
  });

  test("detects altered values in the store; reindex and recover restore the data of the primary on a secondary", async () => {
    const { clusters, oslo, lima } = await joined();
    await lima.store.commit([
      { key: "shared/mount/m/k7", value: "altered" },
      { key: "shared/mount/m/k8", value: null },
    ]);
    const { isCorrupted, buckets } = await clusters.paused(lima.replication.maintenance.merkleCheck());
    expect(isCorrupted).to.equal(true);
    expect(buckets).to.have.length(2);
    expect(buckets[0]?.subtree).to.equal("mount/m");
    expect(lima.replication.status()).to.include({
      corrupted_merkle_tree: true,
      last_corruption_check_epoch: "1800000002",
    });
    const { warnings } = await clusters.paused(lima.replication.maintenance.recover());
    expect(warnings.join(" ")).to.include("rebuilt").and.include("compared");
    await clusters.clock.pass(6000);
    await expectEqual(clusters, oslo, lima);
    expect(lima.replication.status()).to.include({ corrupted_merkle_tree: false });
  });

  test("a secondary that goes away in the midst of a comparison compares anew, and is not promoted meanwhile", async () => {
    const { clusters, oslo, lima } = await joined();
    await outrun(clusters, oslo, lima, { "shared/mount/m/k3": "red" });
    clusters.passes = (frame) => !frame.includes('"type":"values"');
    await clusters.clock.pass(2000);
    expect(lima.replication.status().state).to.equal("merkle-sync");
    const again = await clusters.restart("lima");
    await clusters.clock.pass(2000);
    await oslo.replication.roles.demote();
    const promotion = again.replication.roles.promote({ force: false, address: "" }).catch((error: Error) => error);
    await clusters.clock.pass(10_000);
    expect(await promotion).to.be.an("error");
    clusters.passes = () => true;
    await clusters.restart("lima");
    await clusters.clock.pass(6000);
    await expectEqual(clusters, oslo, clusters.member("lima"));
  });
});

async function story(crash: (member: string, place: string) => boolean): Promise<void> {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  let dead = "";
  const done = async () => {
    await write(oslo, numbered(10, "first"));
    await oslo.replication.roles.enablePrimary({ address: "" });
    await clusters.enableSecondary(oslo, lima);
    await write(oslo, { "shared/mount/m/k1": "red", "shared/mount/m/k2": null });
    await rest();
    await write(oslo, {
      "shared/core/mount/m": JSON.stringify({ uuid: "m", namespace: "root", kind: "secret", path: "app/" }),
    });
    await oslo.replication.filters.write("lima", { mode: "deny", paths: ["app/"] });
    await rest();
    await lima.replication.maintenance.recover();
    await oslo.replication.filters.remove("lima");
    await rest();
    await write(oslo, { "shared/mount/m/k3": "red" });
    await rest();
  };
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  clusters.failpoint = (member, place) => {
    if (dead !== "" || !crash(member, place)) return undefined;
    dead = member;
    die();
    return new Promise<void>(() => {});
  };
  await Promise.race([done().catch(() => {}), died]);
  const wasWhole = dead === "";
  clusters.failpoint = () => undefined;
  if (!wasWhole) await clusters.crash(dead);
  await clusters.clock.pass(20_000);
  for (const { name, replication } of clusters.members.values()) {
    if (replication.mode === "disabled") continue;
    const { isCorrupted } = await clusters.paused(replication.maintenance.merkleCheck());
    expect(isCorrupted, name).to.equal(false);
  }
  if (oslo.replication.mode === "primary" && lima.replication.mode !== "disabled" && wasWhole) {
    await expectEqual(clusters, oslo, lima);
  }
}

test("the Merkle tree matches the store after a crash at any failpoint of either cluster", async () => {
  const places: string[] = [];
  await story((member, place) => {
    places.push(`${member} ${place}`);
    return false;
  });
  expect(places.length).to.be.greaterThan(10);
  for (let at = 0; at < places.length; at++) {
    let count = 0;
    await story(() => count++ === at);
  }
});
