import { Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ReplicationStatus } from "#harness/stages/cluster-actor.ts";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import { performance } from "../../performance.ts";
import { promptly } from "../../promptly.ts";
import type { RehearsalWorld } from "../../world.ts";

/**
 * Returns the replication status of a cluster without a token. Asserts that the mode is the same with an invalid token.
 */
async function reportedUnauthenticated(world: RehearsalWorld, cluster: string): Promise<ReplicationStatus> {
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

Then(
  "an unauthenticated client reads that replication is disabled in {cluster}",
  async function (this: RehearsalWorld, cluster: string) {
    expect((await reportedUnauthenticated(this, cluster)).mode).to.equal("disabled");
  },
);

Then(
  "an unauthenticated client reads that {cluster} is a primary with the secondary {cluster}",
  async function (this: RehearsalWorld, cluster: string, secondary: string) {
    const status = await reportedUnauthenticated(this, cluster);
    expect(status).to.include({ mode: "primary", state: "running" });
    expect(status.known_secondaries).to.deep.equal([secondary.toLowerCase()]);
    expect(status.secondaries?.[0]).to.include({ node_id: secondary.toLowerCase(), connection_status: "connected" });
  },
);

Then(
  "an unauthenticated client reads that {cluster} is a secondary of {cluster}",
  async function (this: RehearsalWorld, cluster: string, primary: string) {
    const status = await reportedUnauthenticated(this, cluster);
    const link = this.stage.clusters.find(({ name }) => name === primary)?.link;
    expect(status).to.include({
      mode: "secondary",
      state: "stream-wals",
      connection_state: "ready",
      primary_cluster_addr: link,
    });
    expect(status).not.to.have.property("known_secondaries");
    // Each cluster has an id of its own, by which a paths filter names it.
    expect(status.cluster_id).to.be.a("string").and.not.equal("");
    expect(status.cluster_id).not.to.equal((await this.cluster(primary).status()).cluster_id);
  },
);

Then(
  "{cluster} receives a new log entry of {cluster}",
  async function (this: RehearsalWorld, cluster: string, primary: string) {
    const before = writtenBy(await this.cluster(primary).status());
    await this.cluster(primary).write("sys/mounts/progress", { type: "kv" });
    const after = writtenBy(await this.cluster(primary).status());
    expect(after, "the progress of the primary").to.be.greaterThan(before);
    await this.eventually(async () => {
      expect(receivedBy(await this.cluster(cluster).status())).to.equal(after);
    });
  },
);

Then("{cluster} is a secondary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("secondary");
});

Then("{cluster} is the primary", async function (this: RehearsalWorld, cluster: string) {
  expect((await this.cluster(cluster).status()).mode).to.equal("primary");
});

Then("{cluster} replicates from no primary", async function (this: RehearsalWorld, cluster: string) {
  const { state, primary_cluster_addr = "", known_primary_cluster_addrs = [] } = await this.cluster(cluster).status();
  expect({ state, primary_cluster_addr }).to.deep.equal({ state: "idle", primary_cluster_addr: "" });
  expect(known_primary_cluster_addrs).to.deep.equal([]);
});

Then("{cluster} has lost its primary", async function (this: RehearsalWorld, cluster: string) {
  await this.eventually(async () => {
    expect((await this.cluster(cluster).status()).connection_state).not.to.equal("ready");
  }, promptly);
});

Then(
  "the status of {cluster} soon tells why it is not connected, naming {string}",
  async function (this: RehearsalWorld, cluster: string, reason: string) {
    await this.eventually(async () => {
      expect((await this.cluster(cluster).status()).connection_error).to.contain(reason);
    });
  },
);

Then(
  "{cluster} reports {cluster} as disconnected",
  async function (this: RehearsalWorld, cluster: string, secondary: string) {
    await this.eventually(async () => {
      const { secondaries = [] } = await this.cluster(cluster).status();
      const entry = secondaries.find(({ node_id }) => node_id === secondary.toLowerCase());
      expect(entry?.connection_status).to.equal("disconnected");
    });
  },
);

Then(
  "{cluster} no longer reports {cluster} as connected",
  async function (this: RehearsalWorld, cluster: string, secondary: string) {
    await this.eventually(async () => {
      const { secondaries = [] } = await this.cluster(cluster).status();
      const entry = secondaries.find(({ node_id }) => node_id === secondary.toLowerCase());
      expect(entry?.connection_status).not.to.equal("connected");
    }, promptly);
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

// A wipe would delete the tokens of the cluster.
Then("{cluster} has not been wiped", async function (this: RehearsalWorld, cluster: string) {
  await this.cluster(cluster).read("auth/token/lookup-self", this.clients.givenToken("Ada", cluster));
});

/** Measurements of heartbeats in a replication status: texts with milliseconds, as in the reference. */
type Pulse = Readonly<
  Partial<Record<"clock_skew_ms" | "last_heartbeat_duration_ms" | "replication_primary_canary_age_ms", string>>
>;

/** Returns the measurements of the first connection in a cluster's status. Asserts that there is one. */
async function pulseOf(world: RehearsalWorld, cluster: string): Promise<Pulse> {
  const { body } = await world.cluster(cluster).ask({ method: "GET", path: `${performance}/status` });
  const [only] = (body?.data?.primaries ?? body?.data?.secondaries ?? []) as readonly Pulse[];
  expect(only, `the status of ${cluster} tells of a connection`).not.to.equal(undefined);
  return only ?? {};
}

/**
 * Maximum apparent clock difference in milliseconds between clusters on one machine. A message that is slow in only one
 * direction looks like a clock difference of half its delay.
 */
const agreementMilliseconds = 2_000;
const minuteMilliseconds = 60_000;

Then(
  "the status of {cluster} and that of {cluster} tell how long a heartbeat takes, and that their clocks agree",
  async function (this: RehearsalWorld, one: string, other: string) {
    for (const cluster of [one, other]) {
      await this.eventually(async () => {
        const { clock_skew_ms: skew, last_heartbeat_duration_ms: took } = await pulseOf(this, cluster);
        expect(skew, `skew, in ${cluster}`).to.match(/^-?\d+$/);
        expect(Math.abs(Number(skew))).to.be.at.most(agreementMilliseconds);
        expect(took, `duration, in ${cluster}`).to.match(/^\d+(\.\d+)?$/);
      });
    }
  },
);

Then(
  "the status of {cluster} tells that its data are {int} minutes old, or older",
  async function (this: RehearsalWorld, cluster: string, minutes: number) {
    const { replication_primary_canary_age_ms: age } = await pulseOf(this, cluster);
    expect(Number(age)).to.be.at.least(minutes * minuteMilliseconds);
  },
);

Then(
  "the status of {cluster} soon tells that the data of {cluster} are younger than a minute",
  async function (this: RehearsalWorld, primary: string, secondary: string) {
    for (const cluster of [primary, secondary]) {
      await this.eventually(async () => {
        const { replication_primary_canary_age_ms: age } = await pulseOf(this, cluster);
        expect(Number(age)).to.be.below(minuteMilliseconds);
      });
    }
  },
);
