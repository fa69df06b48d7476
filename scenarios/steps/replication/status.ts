import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ReplicationStatus } from "#harness/stages/cluster-actor.ts";
import { performance } from "../../performance.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

/** What a cluster tells of itself to somebody without a token, and to somebody with one that is no good. */
async function toldAnybody(world: RehearsalWorld, cluster: string): Promise<ReplicationStatus> {
  const request = { method: "GET", path: `${performance}/status` } as const;
  const [without, withBad] = [
    await world.cluster(cluster).ask(request),
    await world.cluster(cluster).ask({ ...request, token: "hvs.made-up" }),
  ];
  expect(without.status, "without a token").to.equal(200);
  expect(withBad.status, "with a token that is no good").to.equal(200);
  expect(withBad.body?.data?.mode).to.equal(without.body?.data?.mode);
  return without.body?.data as ReplicationStatus;
}

Then("{cluster} tells anybody that replication is disabled", async function (this: RehearsalWorld, cluster: string) {
  expect((await toldAnybody(this, cluster)).mode).to.equal("disabled");
});

Then(
  "{cluster} tells anybody that it is a primary which knows {cluster}",
  async function (this: RehearsalWorld, cluster: string, follower: string) {
    const status = await toldAnybody(this, cluster);
    expect(status).to.include({ mode: "primary", state: "running" });
    expect(status.known_secondaries).to.deep.equal([follower.toLowerCase()]);
    expect(status.secondaries?.[0]).to.include({ node_id: follower.toLowerCase(), connection_status: "connected" });
  },
);

Then(
  "{cluster} tells anybody that it is a secondary which follows {cluster}",
  async function (this: RehearsalWorld, cluster: string, leader: string) {
    const status = await toldAnybody(this, cluster);
    const link = this.stage.clusters.find(({ name }) => name === leader)?.link;
    expect(status).to.include({
      mode: "secondary",
      state: "stream-wals",
      connection_state: "ready",
      primary_cluster_addr: link,
    });
    expect(status).not.to.have.property("known_secondaries");
    // The key of its paths filter is its own.
    expect(status.cluster_id).to.be.a("string").and.not.equal("");
    expect(status.cluster_id).not.to.equal((await this.cluster(leader).status()).cluster_id);
  },
);

Then("{cluster} keeps up with {cluster}", async function (this: RehearsalWorld, cluster: string, leader: string) {
  const before = (await this.cluster(leader).status()).last_performance_wal ?? 0;
  await this.cluster(leader).write("sys/mounts/progress", { type: "kv" });
  const after = (await this.cluster(leader).status()).last_performance_wal ?? 0;
  expect(after, "the lead's progress").to.be.greaterThan(before);
  await this.eventually(async () => {
    expect((await this.cluster(cluster).status()).last_remote_wal).to.equal(after);
  });
});

Then("{cluster} is a secondary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("secondary");
});

Then("{cluster} is the primary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("primary");
});

Then("{cluster} follows nobody", async function (this: RehearsalWorld, cluster: string) {
  const { state, primary_cluster_addr = "", known_primary_cluster_addrs = [] } = await this.cluster(cluster).status();
  expect({ state, primary_cluster_addr }).to.deep.equal({ state: "idle", primary_cluster_addr: "" });
  expect(known_primary_cluster_addrs).to.deep.equal([]);
});

Then("{cluster} has lost its lead", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(async () => {
    expect((await this.cluster(cluster).status()).connection_state).not.to.equal("ready");
  }, promptly);
});

Then(
  "{cluster} sees that {cluster} is not connected",
  async function (this: RehearsalWorld, cluster: string, follower: string) {
    await this.eventually(async () => {
      const { secondaries = [] } = await this.cluster(cluster).status();
      const entry = secondaries.find(({ node_id }) => node_id === follower.toLowerCase());
      expect(entry?.connection_status).to.equal("disconnected");
    });
  },
);

Then("{cluster} has kept its cluster ID", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).cluster_id).to.equal(this.replication.clusterIds.get(cluster));
});

Then("{cluster} has another cluster ID", async function (this: RehearsalWorld, cluster: string) {
  const { cluster_id } = await this.cluster(cluster).status();
  expect(cluster_id).to.be.a("string").and.not.equal("");
  expect(cluster_id).not.to.equal(this.replication.clusterIds.get(cluster));
});

// A wipe takes the tokens of the cluster with it.
Then("{cluster} has not been wiped", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).read("auth/token/lookup-self", this.person("Ada").token);
});
