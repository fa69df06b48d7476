import { expect } from "chai";
import type { ReplicationStatus } from "#harness/stages/cluster-actor.ts";
import { receivedBy, writtenBy } from "#harness/stages/log-progress.ts";
import { Given, Then, When } from "../define.ts";
import { performance } from "../names.ts";
import { comparable, type Fields, fieldsOf, filled } from "../values.ts";
import { operationOf, perform, tryToPerform } from "../variants/operations.ts";
import { defineValues } from "../variants/phrases.ts";
import { checkWhen } from "../when.ts";
import type { RehearsalWorld } from "../world.ts";

When("{when}{client} {operates}", async function (when, client, operation) {
  await checkWhen(this, when, () => perform(this, { client, operation, fields: {} }));
});

When("{when}{client} {operates} with {string}", async function (when, client, operation, text) {
  const fields = await fieldsOf(this, text);
  await checkWhen(this, when, () => perform(this, { client, operation, fields }));
});

When("{client} tries to {operate}", async function (client, operation) {
  await tryToPerform(this, { client, operation, fields: {} });
});

When("{client} tries to {operate} with {string}", async function (client, operation, text) {
  await tryToPerform(this, { client, operation, fields: await fieldsOf(this, text) });
});

async function newToken(world: RehearsalWorld, secondary: string, primary: string): Promise<string> {
  const { known_secondaries = [] } = await world.setUp(primary).status();
  const name = secondary.toLowerCase();
  return await world.setUp(primary).secondaryToken(known_secondaries.includes(name) ? `${name}-again` : name);
}

// The secondary loses the data that it had before, and is connected afterwards.
Given("{cluster} is the primary, and {cluster} replicates from it", async function (primary, secondary) {
  await this.noteClusterId(primary, await this.setUp(primary).enablePrimary());
  await this.setUp(secondary).enableSecondary(await newToken(this, secondary, primary));
  this.clients.forgetTokensOf(secondary);
  await this.noteClusterId(secondary, await this.setUp(secondary).streams());
});

When("{client} enables {cluster} as a secondary of {cluster}", async function (client, secondary, primary) {
  const operation = operationOf(`enable ${secondary} as a secondary`);
  await perform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
});

// With a new activation token, which an operator creates on the new primary.
When("{client} updates the primary of {cluster} to {cluster}", async function (client, secondary, primary) {
  const operation = operationOf(`update the primary of ${secondary}`);
  await perform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
});

When("{client} tries to update the primary of {cluster} to {cluster}", async function (client, secondary, primary) {
  const operation = operationOf(`update the primary of ${secondary}`);
  await tryToPerform(this, { client, operation, fields: { token: await newToken(this, secondary, primary) } });
});

Then("the activation token is wrapped, and valid for {int} seconds", function (seconds) {
  const { wrap_info, data } = this.last.body ?? {};
  expect(wrap_info?.token).to.be.a("string").and.not.equal("");
  expect(wrap_info?.ttl).to.equal(seconds);
  expect(data).to.equal(null);
});

Then("the activation token is encrypted, and not wrapped", function () {
  const { wrap_info, data } = this.last.body ?? {};
  expect(this.last.status).to.equal(200);
  expect(wrap_info).to.equal(null);
  expect(data?.token).to.be.a("string").and.not.equal("");
});

// A cluster may accept a request and learn only later that no primary accepts it.
Then("the request is refused, or {cluster} does not replicate after a while", async function (cluster) {
  if (this.last.status < 400) await this.aWhile();
  expect((await this.cluster(cluster).status()).state).not.to.equal("stream-wals");
});

// A cluster that contacts the primary before the wipe names the address in its refusal.
Then("the request is refused, naming {string}, or {cluster} dials this address", async function (text, cluster) {
  const { status, body } = this.last;
  const address = await filled(this, text);
  if (status < 400) expect((await this.cluster(cluster).status()).primary_cluster_addr).to.equal(address);
  else expect(body?.errors?.join("; ")).to.contain(address);
});

Then("the response has a warning that contains {string}", function (text) {
  expect((this.last.body?.warnings ?? []).join("\n")).to.contain(text);
});

Then("{cluster} accepts the root token that was generated", async function (cluster) {
  const { policies } = await this.cluster(cluster).read("auth/token/lookup-self", this.cluster(cluster).rootToken);
  expect(policies).to.deep.equal(["root"]);
});

Then("{when}{cluster} is {replication role}", async function (when, cluster, { check }) {
  await checkWhen(this, when, async () => await check(await this.cluster(cluster).status(), this));
});

Then("{client} reads that {cluster} is {replication role}", async function (client, cluster, { check }) {
  const { body } = await this.sendAs(client, this.cluster(cluster), { method: "GET", path: `${performance}/status` });
  await check(body?.data as ReplicationStatus, this);
});

Then("{when}{cluster} has every log entry of {cluster}", async function (when, cluster, primary) {
  await checkWhen(this, when, async () => {
    const written = writtenBy(await this.cluster(primary).status());
    expect(written, `the log of ${primary}`).to.be.greaterThan(0);
    expect(receivedBy(await this.cluster(cluster).status())).to.equal(written);
  });
});

// Compares the addresses in the status of the first cluster; it need not be connected.
Then("{cluster} dials the cluster address of {cluster}", async function (cluster, other) {
  const { primary_cluster_addr, known_primary_cluster_addrs } = await this.cluster(cluster).status();
  const address = this.stage.clusters.find(({ name }) => name === other)?.link;
  expect(primary_cluster_addr).to.be.a("string").and.equal(address);
  expect(known_primary_cluster_addrs).to.deep.equal([address]);
});

Then("{when}the status of {cluster} shows {cluster} as disconnected", async function (when, cluster, secondary) {
  await checkWhen(this, when, async () => {
    const { secondaries = [] } = await this.cluster(cluster).status();
    const entry = secondaries.find(({ node_id }) => node_id === secondary.toLowerCase());
    expect(entry?.connection_status).to.equal("disconnected");
  });
});

Then("{cluster} and {cluster} stay connected for {int} seconds", async function (primary, secondary, seconds) {
  for (let second = 1; second <= seconds; second++) {
    await this.stage.pass(1000);
    const { secondaries } = await this.cluster(primary).status();
    expect(secondaries?.[0]?.connection_status, `at second ${second}`).to.equal("connected");
    expect((await this.cluster(secondary).status()).connection_state, `at second ${second}`).to.equal("ready");
  }
});

Then("{cluster} has kept its cluster ID", async function (cluster) {
  expect((await this.cluster(cluster).status()).cluster_id).to.equal(this.clusterIds.get(cluster));
});

Then("{cluster} has another cluster ID", async function (cluster) {
  const { cluster_id } = await this.cluster(cluster).status();
  expect(cluster_id).to.be.a("string").and.not.equal("");
  expect(cluster_id).not.to.equal(this.clusterIds.get(cluster));
});

Then("{cluster} reports that its store is outdated", async function (cluster) {
  const { outdated_store: outdated, known_secondaries, last_wal = 0 } = await this.cluster(cluster).status();
  expect(known_secondaries).to.include(outdated?.ahead);
  expect(outdated?.ahead_wal).to.be.greaterThan(last_wal);
});

Then("{cluster} reports that it discarded {int} write(s) of {string}", async function (cluster, entries, mount) {
  const { given_up: discarded } = await this.cluster(cluster).status();
  expect(discarded?.mounts).to.deep.equal([mount]);
  expect(discarded?.entries).to.equal(entries);
  expect((discarded?.last_wal ?? 0) - (discarded?.first_wal ?? 0) + 1).to.equal(entries);
});

type Measurement = Readonly<{ field: string; form: RegExp }>;

/** Measurements of heartbeats in a replication status: texts with milliseconds, as in the reference. */
defineValues<Measurement>("measurement", {
  "clock skew": { field: "clock_skew_ms", form: /^-?\d+(\.\d+)?$/ },
  "heartbeat duration": { field: "last_heartbeat_duration_ms", form: /^\d+(\.\d+)?$/ },
  "data age": { field: "replication_primary_canary_age_ms", form: /^\d+(\.\d+)?$/ },
});

// Of the first connection in the status.
Then(
  "{when}the status of {cluster} shows a {measurement} of {int} to {int} milliseconds",
  async function (when, cluster, { field, form }: Measurement, least, most) {
    await checkWhen(this, when, async () => {
      const { body } = await this.cluster(cluster).ask({ method: "GET", path: `${performance}/status` });
      const links = (body?.data?.primaries ?? body?.data?.secondaries ?? []) as readonly Fields[];
      const { [field]: value } = links[0] ?? {};
      expect(value, field).to.match(form);
      expect(Number(value), field).to.be.within(least, most);
    });
  },
);

type Gauge = Readonly<{ Name: string; Value: number; Labels: Readonly<Record<string, string>> }>;

const prefix = "vault.replication.";

async function gaugesOf(world: RehearsalWorld, cluster: string): Promise<Readonly<Record<string, number>>> {
  const { status, body } = await world.cluster(cluster).askAsOperator({ method: "GET", path: "sys/metrics" });
  expect(status, `the metrics of ${cluster}`).to.equal(200);
  const { Gauges: gauges = [] } = body as Readonly<{ Gauges?: readonly Gauge[] }>;
  const own = gauges.filter(({ Name }) => Name.startsWith(prefix));
  const nameOf = ({ Name, Labels: { secondary } }: Gauge) =>
    `${Name.slice(prefix.length)}${secondary === undefined ? "" : `.${secondary}`}`;
  return Object.fromEntries(own.map((gauge) => [nameOf(gauge), gauge.Value]));
}

Then("{when}the replication metrics of {cluster} have {string}", async function (when, cluster, text) {
  await checkWhen(this, when, async () => {
    const wanted = await fieldsOf(this, text);
    expect(comparable(await gaugesOf(this, cluster), wanted)).to.deep.equal(wanted);
  });
});
