import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import { indexHeader } from "./consistency.ts";
import { logLength } from "./protocol/entry.ts";
import { LinkedClusters, type Member, rest, write } from "./runtime/linked-clusters.suite.ts";

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  throw new Error("no problem");
}

function indexOf({ replication }: Member): string {
  return replication.withIndex({})?.headers?.[indexHeader] ?? "";
}

const call = {
  requestId: "11111111-2222-3333-4444-555555555555",
  verb: "write",
  namespace: "",
  path: "secret/x",
  fieldsText: "{}",
  displayName: "token",
  entityId: "",
  ...{ remoteAddress: "127.0.0.1", policies: ["root"], policyNamespace: "root", wrapSeconds: null },
} as const;

test("REPL-SENABLE-02, REPL-DATA-01: secondary enable wipes all that was stored, then the primary's shared data arrive and stay up to date", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await write(oslo, { "shared/sky": "blue", "local/token": "oslo's" });
  await write(lima, { "shared/sky": "grey", "shared/fog": "thick", "local/token": "lima's" });
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
  expect(await lima.store.all("local/token")).to.deep.equal({});
  expect(lima.notices).to.deep.equal([
    "wiped: 2 keys are left",
    "primary: false",
    "applied shared/sky",
    "primary: false",
  ]);
  await write(oslo, { "shared/sky": null, "shared/sea": "green" });
  await rest();
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sea": "green" });
  expect(lima.replication.mode).to.equal("secondary");
  expect(oslo.places).to.include.members(["replication entry saved", "replication messages sent"]);
});

test("no name of a secondary is taken for the cluster that another dialled: one called `the primary` is served like any other", async () => {
  const { oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await lima.replication.roles.enableSecondary(await oslo.replication.activations.registerSecondary("the primary"));
  await rest();
  await write(oslo, { "shared/sky": "blue" });
  await rest();
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
  const answer = { data: { colour: "blue" } };
  oslo.serve = async () => ({ answer });
  expect(await lima.replication.forward(call)).to.have.nested.property("answer.data.colour", "blue");
});

test("REPL-SENABLE-02: a local write in the middle of the wipe is refused, so that nothing old survives it", async () => {
  const { oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  let refused: Promise<Problem> | undefined;
  lima.store.before = () => {
    refused ??= problemOf(write(lima, { "local/late": "x" }));
  };
  await lima.replication.roles.enableSecondary(await oslo.replication.activations.registerSecondary("lima"));
  expect((await refused)?.code).to.equal("unavailable");
  expect(await lima.store.all("local/late")).to.deep.equal({});
});

test("writes that wait for the store together become one batch, and an entry each", async () => {
  const { oslo } = await LinkedClusters.of("oslo");
  await oslo.replication.roles.enablePrimary({ address: "" });
  const [commits, index] = [oslo.store.commits, oslo.replication.lastIndex];
  await Promise.all(Array.from({ length: 300 }, (_, i) => write(oslo, { [`shared/${i}`]: "x" })));
  expect(oslo.replication.lastIndex - index).to.equal(300);
  expect(oslo.store.commits - commits).to.be.lessThan(5);
});

test("a write whose save fails is answered with a failure and leaves no number behind; the next one holds", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  oslo.store.before = () => {
    throw new Error("disk full");
  };
  expect((await problemOf(write(oslo, { "shared/sky": "blue" }))).code).to.equal("failed");
  expect((await problemOf(oslo.replication.roles.demote())).code).to.equal("failed");
  expect(oslo.replication.mode).to.equal("primary");
  oslo.store.before = () => {};
  await write(oslo, { "shared/sky": "red" });
  await rest();
  expect(oslo.replication.lastIndex).to.equal(2);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "red" });
});

test("a secondary whose store fails loses the connection, and gets what it missed with the next", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  lima.store.before = () => {
    throw new Error("disk full");
  };
  await write(oslo, { "shared/sky": "blue" });
  await rest();
  expect(lima.replication.lastIndex).to.equal(1);
  lima.store.before = () => {};
  await clusters.clock.pass(1000);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

test("a clock that is set back an hour keeps no secondary from dialling, and no heartbeat from being sent", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  clusters.partition("oslo");
  await rest();
  clusters.clock.setBack = 3_600_000;
  clusters.heal("oslo");
  await write(oslo, { "shared/sky": "blue" });
  await clusters.clock.pass(6000);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
  const lastHeartbeat = () =>
    (oslo.replication.status().secondaries as { last_heartbeat: string }[])[0]?.last_heartbeat ?? "";
  const before = lastHeartbeat();
  await clusters.clock.pass(4000);
  expect(lastHeartbeat() > before, `${lastHeartbeat()} after ${before}`).to.equal(true);
});

test("a message that finds no room while the store stands still ends the session, which goes on where it was", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  lima.store.before = () => release;
  await write(oslo, { "shared/sky": "blue" });
  await rest();
  // Each call submits a tick, which waits behind the entry that the store does not save.
  for (let i = 0; i < 65_536; i++) lima.replication.start();
  await write(oslo, { "shared/sea": "green" });
  await rest();
  lima.store.before = () => {};
  resolve();
  await rest();
  await clusters.clock.pass(1000);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue", "shared/sea": "green" });
});

test("cluster-local writes do not wait for shared ones", async () => {
  const { oslo } = await LinkedClusters.of("oslo");
  const { promise, resolve } = Promise.withResolvers<void>();
  oslo.store.before = (batch) => (batch.some(({ key }) => key.startsWith("shared/")) ? promise : undefined);
  const shared = write(oslo, { "shared/sky": "blue", "local/with it": "x" });
  await write(oslo, { "local/alone": "x" });
  expect(Object.keys(await oslo.store.all("local/"))).to.deep.equal(["local/alone"]);
  resolve();
  await shared;
  expect(Object.keys(await oslo.store.all("local/with it"))).to.have.length(1);
});

test("after a restart a primary goes on numbering, and a secondary dials again and goes on from where it was", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await write(oslo, { "shared/sky": "blue" });
  await rest();
  const again = await clusters.restart("oslo");
  await write(again, { "shared/sea": "green" });
  expect(again.replication.lastIndex).to.equal(3);
  const secondary = await clusters.restart("lima");
  await clusters.clock.pass(6000);
  expect(secondary.replication.lastIndex).to.equal(3);
  expect(secondary.replication.mode).to.equal("secondary");
  expect(await secondary.store.all("shared/")).to.deep.equal({ "shared/sky": "blue", "shared/sea": "green" });
});

test("a wrong secret, another set and a revoked name are refused", async () => {
  const { clusters, oslo, lima, kyoto } = await LinkedClusters.of("oslo", "lima", "kyoto");
  await oslo.replication.roles.enablePrimary({ address: "" });
  const activation = await oslo.replication.activations.registerSecondary("lima");
  await write(lima, { "shared/sky": "its own" });
  const guessed = lima.replication.roles.enableSecondary({ ...activation, secret: "guessed" });
  expect((await problemOf(guessed)).code).to.equal("refused");
  const foreign = kyoto.replication.roles.enableSecondary({ ...activation, set: "another" });
  expect((await problemOf(foreign)).code).to.equal("refused");
  await clusters.clock.pass(3000);
  expect(oslo.replication.status()).to.have.nested.property("secondaries[0].connection_status", "disconnected");
  expect(lima.replication.status()).to.deep.equal({ mode: "disabled" });
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "its own" });
  await oslo.replication.activations.revokeSecondary("lima");
  expect((await problemOf(oslo.replication.activations.revokeSecondary("lima"))).code).to.equal("refused");
});

test("a secondary that its primary refuses before its first copy disables replication and reports the reason", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await write(oslo, { "shared/sky": "blue" });
  clusters.passes = (frame) => !frame.includes(`"type":"page"`);
  await lima.replication.roles.enableSecondary(await oslo.replication.activations.registerSecondary("lima"));
  await rest();
  expect(lima.replication.status()).to.include({ mode: "bootstrapping" });
  clusters.partition("lima");
  await oslo.replication.activations.revokeSecondary("lima");
  clusters.passes = () => true;
  clusters.heal("lima");
  await clusters.clock.pass(10_000);
  const reason = "this secondary is not known here, or was revoked";
  expect(lima.replication.status()).to.deep.equal({ mode: "disabled", secondary_enable_error: reason });
  expect(await lima.store.all("shared/")).to.deep.equal({});
  const again = await clusters.restart("lima");
  expect(again.replication.status()).to.deep.equal({ mode: "disabled", secondary_enable_error: reason });
  await again.replication.roles.enableSecondary(await oslo.replication.activations.registerSecondary("lima"));
  await rest();
  expect(await again.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

test("REPL-REVOKE-01, REPL-REVOKE-03: revoking cuts off at once; a new token brings the secondary back", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await oslo.replication.activations.revokeSecondary("lima");
  await write(oslo, { "shared/sky": "blue" });
  await clusters.clock.pass(10_000);
  expect(await lima.store.all("shared/")).to.deep.equal({});
  await lima.replication.roles.updatePrimary(await oslo.replication.activations.registerSecondary("lima"));
  await rest();
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

test("REPL-DEMOTE-02, REPL-DEMOTE-04, REPL-PROMOTE-02: three clusters swap the role of the primary without losing or wiping anything", async () => {
  const { clusters, oslo, lima, kyoto } = await LinkedClusters.of("oslo", "lima", "kyoto");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await clusters.enableSecondary(oslo, kyoto);
  await write(oslo, { "shared/sky": "blue", "local/token": "oslo's" });
  const { set } = oslo.replication;
  await oslo.replication.roles.demote();
  expect(oslo.notices).to.deep.equal(["primary: false"]);
  expect((await problemOf(write(oslo, { "shared/sky": "lost" }))).code).to.equal("unavailable");
  await rest();
  await lima.replication.roles.promote({ force: false, address: "" });
  await write(lima, { "shared/sky": "red" });
  await clusters.clock.pass(10_000);
  for (const name of [oslo, kyoto]) expect(await name.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
  for (const one of [oslo, kyoto]) {
    await one.replication.roles.updatePrimary(await lima.replication.activations.registerSecondary(one.name));
    await rest();
    expect(await one.store.all("shared/")).to.deep.equal({ "shared/sky": "red" });
    expect(one.replication.set).to.equal(set);
    expect(one.replication.status()).to.include({ discarded_entries: 0, state: "stream-wals" });
  }
  expect(await oslo.store.all("local/token")).to.deep.equal({ "local/token": "oslo's" });
});

test("a secondary that is far behind is copied page by page, its core is notified, and the log continues from there", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await write(oslo, { "shared/old": "x" });
  await rest();
  clusters.partition("lima");
  await rest();
  const writes = Array.from({ length: logLength + 1 }, (_, i) => write(oslo, { [`shared/${i % 1300}`]: String(i) }));
  await Promise.all([...writes, write(oslo, { "shared/old": null })]);
  clusters.heal("lima");
  lima.notices.length = 0;
  await clusters.clock.pass(5000);
  expect(await lima.store.all("shared/")).to.deep.equal(await oslo.store.all("shared/"));
  expect(lima.notices.at(-1)).to.equal("primary: false");
  await write(oslo, { "shared/old": "back" });
  await rest();
  expect(await lima.store.all("shared/old")).to.deep.equal({ "shared/old": "back" });
  const logged = Object.keys(await oslo.store.all("local/replication/log/"));
  expect(logged).to.have.length(logLength);
});

test("a cluster that wrote on its own, and was restarted, gives all of it to a new secondary", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await write(oslo, { "shared/sky": "blue" });
  const again = await clusters.restart("oslo");
  await again.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(again, lima);
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

test("a large backlog is streamed through the window, in order and whole", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  const count = 10_000;
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  const before = lima.replication.lastIndex;
  clusters.partition("oslo");
  await Promise.all(Array.from({ length: count }, (_, i) => write(oslo, { [`shared/${i}`]: String(i) })));
  clusters.heal("oslo");
  await clusters.clock.pass(6000);
  await rest();
  expect(lima.replication.lastIndex).to.equal(before + count);
  expect(Object.keys(await lima.store.all("shared/"))).to.have.length(count);
});

test("a forwarded write is answered once it is applied here, as the primary answered it", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  oslo.serve = async ({ path }) => {
    await write(oslo, { "shared/from": path });
    return { answer: { data: { path } } };
  };
  const outcome = await lima.replication.forward(call);
  expect(outcome).to.have.deep.nested.property("answer.data", { path: "secret/x" });
  expect(outcome).to.have.nested.property(`answer.headers.${indexHeader}`, indexOf(oslo));
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/from": "secret/x" });
  oslo.serve = async () => {
    throw new Problem("denied", "not for you");
  };
  expect(await lima.replication.forward(call)).to.deep.equal({ problem: { code: "denied", message: "not for you" } });
});

test("an internal error of a forwarded write is logged on both clusters, and its cause on the primary only", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  oslo.serve = async () => {
    throw new TypeError("no such thing as hunter2");
  };
  const outcome = await lima.replication.forward(call);
  expect(outcome).to.deep.equal({ problem: { code: "failed", message: "internal error" } });
  expect(oslo.logged).to.include("a forwarded call failed with an internal error");
  expect(lima.logged).to.include(
    "a forwarded call failed with an internal error on the primary; its log has the cause",
  );
});

async function withoutEntries() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  clusters.passes = (frame) => !frame.includes('"entries"');
  oslo.serve = async () => {
    await write(oslo, { "shared/sky": "blue" });
    return { answer: null };
  };
  return { clusters, oslo, lima };
}

test("a forwarded write that does not arrive in two seconds is answered with a warning about stale reads", async () => {
  const { clusters, oslo, lima } = await withoutEntries();
  const forwarded = lima.replication.forward(call);
  await clusters.clock.pass(1999);
  await clusters.clock.pass(1);
  const outcome = await forwarded;
  expect(outcome).to.have.nested.property("answer.warnings").that.has.length(1);
  expect(outcome).not.to.have.nested.property("answer.status");
  // A request with this index is refused as behind, on both clusters.
  expect(outcome).to.have.nested.property(`answer.headers.${indexHeader}`, indexOf(oslo));
  expect(
    (await problemOf(lima.replication.expectIndex({ [indexHeader]: indexOf(oslo) }) ?? Promise.resolve())).code,
  ).to.equal("behind");
});

test("a forwarded write waits longer for its changes where its caller needs them", async () => {
  const { clusters, lima } = await withoutEntries();
  const forwarded = lima.replication.forward(call, { arrivalMilliseconds: 30_000 });
  await clusters.clock.pass(5000);
  expect(await lima.store.all("shared/")).to.deep.equal({});
  clusters.passes = () => true;
  clusters.partition("oslo");
  clusters.heal("oslo");
  await clusters.clock.pass(20_000);
  expect(await forwarded).not.to.have.nested.property("answer.warnings");
  expect(await lima.store.all("shared/")).to.deep.equal({ "shared/sky": "blue" });
});

test("a response without a body stays without one when the index is added, and an index that it has is kept", async () => {
  const { oslo } = await LinkedClusters.of("oslo");
  expect(oslo.replication.withIndex(undefined)).to.equal(undefined);
  await oslo.replication.roles.enablePrimary({ address: "" });
  expect(oslo.replication.withIndex(undefined)).to.deep.equal({
    status: 204,
    headers: { [indexHeader]: indexOf(oslo) },
  });
  const forwarded = { data: {}, headers: { [indexHeader]: "the primary's", "retry-after": "1" } };
  expect(oslo.replication.withIndex(forwarded)).to.deep.equal(forwarded);
});

test("a call that cannot be forwarded, or is never answered, is a problem upstream", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  oslo.serve = () => new Promise(() => {});
  const silent = problemOf(lima.replication.forward(call));
  await clusters.clock.pass(30_000);
  expect((await silent).code).to.equal("upstream");
  const lost = problemOf(lima.replication.forward(call));
  await rest();
  clusters.partition("oslo");
  expect((await lost).code).to.equal("upstream");
  await rest();
  expect((await problemOf(lima.replication.forward(call))).code).to.equal("upstream");
});

test("metrics report the lag of each secondary, or of this one; none while replication is disabled", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  const gaugesOf = ({ replication }: Member) =>
    Object.fromEntries(
      replication
        .gauges()
        .map(({ name, labels, value }) => [
          `${name.replace("vault.replication.", "")}${labels.secondary ?? ""}`,
          value,
        ]),
    );
  expect(gaugesOf(oslo)).to.deep.equal({});
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await write(oslo, { "shared/sky": "blue" });
  await clusters.clock.pass(2000);
  const wal = { "wal.last_wal": 2 };
  expect(gaugesOf(oslo)).to.deep.equal({
    ...wal,
    "wal.last_performance_wal": 2,
    connected_secondaries: 1,
    lag_entrieslima: 0,
  });
  expect(gaugesOf(lima)).to.deep.equal({ ...wal, "fsm.last_remote_wal": 2, lag_entries: 0, lag_ms: 0 });
});

test("the status of both sides uses the reference's fields", async () => {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  expect(oslo.replication.status()).to.deep.equal({ mode: "disabled" });
  await oslo.replication.roles.enablePrimary({ address: "" });
  await clusters.enableSecondary(oslo, lima);
  await write(oslo, { "shared/sky": "blue" });
  await clusters.clock.pass(2000);
  const root = oslo.replication.status().merkle_root;
  expect(root).to.match(/^[0-9a-f]{40}$/);
  const tree = {
    merkle_root: root,
    corrupted_merkle_tree: false,
    last_corruption_check_epoch: "-62135596800",
    last_reindex_epoch: "0",
    ssct_generation_counter: 0,
  };
  expect(oslo.replication.status()).to.deep.equal({
    mode: "primary",
    state: "running",
    cluster_id: oslo.replication.set,
    era: 1,
    primary_cluster_addr: "",
    known_secondaries: ["lima"],
    secondaries: [
      {
        node_id: "lima",
        connection_status: "connected",
        api_address: "http://lima",
        cluster_address: "wss://lima",
        last_heartbeat: "2027-01-15T08:00:02.000000000Z",
        last_acknowledged_wal: 2,
        lag_entries: 0,
        clock_skew_ms: "0",
        last_heartbeat_duration_ms: "0",
        replication_primary_canary_age_ms: "0",
        merkle_root: root,
      },
    ],
    last_wal: 2,
    last_performance_wal: 2,
    ...tree,
  });
  const { cluster_id, ...status } = lima.replication.status();
  expect(cluster_id, "its own id, the key of its filter")
    .to.match(/^[0-9a-f-]{36}$/)
    .and.not.equal(oslo.replication.set);
  expect(status).to.deep.equal({
    mode: "secondary",
    state: "stream-wals",
    connection_state: "ready",
    secondary_id: "lima",
    era: 1,
    right_to_lead: "none",
    primary_cluster_addr: "wss://oslo",
    known_primary_cluster_addrs: ["wss://oslo"],
    primaries: [
      {
        api_address: "http://oslo",
        cluster_address: "wss://oslo",
        connection_status: "connected",
        last_heartbeat: "2027-01-15T08:00:02.000000000Z",
        clock_skew_ms: "0",
        replication_primary_canary_age_ms: "0",
      },
    ],
    last_wal: 2,
    last_remote_wal: 2,
    replication_lag_entries: 0,
    replication_lag_ms: 0,
    ...tree,
    last_start: "2027-01-15T08:00:00.000000000Z",
    discarded_entries: 0,
    reconnects_without_progress: 0,
  });
});
