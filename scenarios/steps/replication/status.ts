import { defineParameterType, Then } from "@cucumber/cucumber";
import { expect } from "chai";
import type { ReplicationStatus } from "#harness/stages/cluster-actor.ts";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import { performance } from "../../performance.ts";
import type { ReplicationRole } from "../../variants/replication-roles.ts";
import { checkWhen, type When } from "../../when.ts";
import type { RehearsalWorld } from "../../world.ts";

Then(
  "{when}{cluster} is {replication role}",
  async function (this: RehearsalWorld, when: When, cluster: string, { check }: ReplicationRole) {
    await checkWhen(this, when, async () => await check(await this.cluster(cluster).status(), this));
  },
);

Then(
  "{client} reads that {cluster} is {replication role}",
  async function (this: RehearsalWorld, client: string, cluster: string, { check }: ReplicationRole) {
    const { body } = await this.sendAs(client, this.cluster(cluster), { method: "GET", path: `${performance}/status` });
    await check(body?.data as ReplicationStatus, this);
  },
);

Then(
  "{when}{cluster} has every log entry of {cluster}",
  async function (this: RehearsalWorld, when: When, cluster: string, primary: string) {
    await checkWhen(this, when, async () => {
      const written = writtenBy(await this.cluster(primary).status());
      expect(written, `the log of ${primary}`).to.be.greaterThan(0);
      expect(receivedBy(await this.cluster(cluster).status())).to.equal(written);
    });
  },
);

Then(
  "{cluster} dials the cluster address of {cluster}",
  async function (this: RehearsalWorld, cluster: string, other: string) {
    const { primary_cluster_addr, known_primary_cluster_addrs } = await this.cluster(cluster).status();
    const address = this.stage.clusters.find(({ name }) => name === other)?.link;
    expect(primary_cluster_addr).to.be.a("string").and.equal(address);
    expect(known_primary_cluster_addrs).to.deep.equal([address]);
  },
);

Then(
  "{when}the status of {cluster} shows {cluster} as disconnected",
  async function (this: RehearsalWorld, when: When, cluster: string, secondary: string) {
    await checkWhen(this, when, async () => {
      const { secondaries = [] } = await this.cluster(cluster).status();
      const entry = secondaries.find(({ node_id }) => node_id === secondary.toLowerCase());
      expect(entry?.connection_status).to.equal("disconnected");
    });
  },
);

Then(
  "{cluster} and {cluster} stay connected for {int} seconds",
  async function (this: RehearsalWorld, primary: string, secondary: string, seconds: number) {
    for (let second = 1; second <= seconds; second++) {
      await this.stage.pass(1000);
      const { secondaries } = await this.cluster(primary).status();
      expect(secondaries?.[0]?.connection_status, `at second ${second}`).to.equal("connected");
      expect((await this.cluster(secondary).status()).connection_state, `at second ${second}`).to.equal("ready");
    }
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

Then("{cluster} reports that its store is outdated", async function (this: RehearsalWorld, cluster: string) {
  const { outdated_store: outdated, known_secondaries, last_wal = 0 } = await this.cluster(cluster).status();
  expect(known_secondaries).to.include(outdated?.ahead);
  expect(outdated?.ahead_wal).to.be.greaterThan(last_wal);
});

Then(
  "{cluster} reports that it discarded {int} write(s) of {string}",
  async function (this: RehearsalWorld, cluster: string, entries: number, mount: string) {
    const { given_up: discarded } = await this.cluster(cluster).status();
    expect(discarded?.mounts).to.deep.equal([mount]);
    expect(discarded?.entries).to.equal(entries);
    expect((discarded?.last_wal ?? 0) - (discarded?.first_wal ?? 0) + 1).to.equal(entries);
  },
);

type Measurement = Readonly<{ field: string; form: RegExp }>;

/** Measurements of heartbeats in a replication status: texts with milliseconds, as in the reference. */
const measurements: Readonly<Record<string, Measurement>> = {
  "clock skew": { field: "clock_skew_ms", form: /^-?\d+$/ },
  "heartbeat duration": { field: "last_heartbeat_duration_ms", form: /^\d+(\.\d+)?$/ },
  "data age": { field: "replication_primary_canary_age_ms", form: /^\d+$/ },
};

defineParameterType({
  name: "measurement",
  regexp: new RegExp(Object.keys(measurements).join("|")),
  transformer: (name: string) => measurements[name],
});

// The status of the first connection.
Then(
  "{when}the status of {cluster} shows a {measurement} of {int} to {int} milliseconds",
  async function (
    this: RehearsalWorld,
    when: When,
    cluster: string,
    { field, form }: Measurement,
    least: number,
    most: number,
  ) {
    await checkWhen(this, when, async () => {
      const { body } = await this.cluster(cluster).ask({ method: "GET", path: `${performance}/status` });
      const links = (body?.data?.primaries ?? body?.data?.secondaries ?? []) as readonly Readonly<
        Record<string, string>
      >[];
      const { [field]: value } = links[0] ?? {};
      expect(value, field).to.match(form);
      expect(Number(value), field).to.be.within(least, most);
    });
  },
);
