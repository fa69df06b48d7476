import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { keyPairPrefix } from "./key-pairs.ts";
import { LinkedClusters, type Member, rest } from "./linked-clusters.suite.ts";

async function problemOf(promise: Promise<unknown>): Promise<Problem> {
  const problem = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(problem instanceof Problem)) throw new Error("no problem", { cause: problem });
  return problem;
}

function pairsOf({ store }: Member): Promise<Record<string, string>> {
  return store.all(keyPairPrefix);
}

async function invited() {
  const { clusters, oslo, lima } = await LinkedClusters.of("oslo", "lima");
  await oslo.replication.roles.enablePrimary({ address: "" });
  const publicKey = await lima.replication.activations.generatePublicKey();
  const token = await oslo.replication.activations.inviteEncrypted("lima", { publicKey, ttlSeconds: 60 });
  const activation = ({ replication }: Member) => replication.activations.behind({ token, apiAddress: "" });
  const enable = async (member: Member) => {
    await member.replication.roles.enableSecondary(await activation(member));
    await rest();
  };
  const stateOf = ({ replication }: Member) => replication.status().connection_state;
  return { clusters, oslo, lima, activation, enable, stateOf };
}

test("the response has the public key of the stored pair, and nothing of the private key", async () => {
  const { lima } = await LinkedClusters.of("lima");
  const publicKey = Uint8Array.fromBase64(await lima.replication.activations.generatePublicKey());
  const [[key, text] = []] = Object.entries(await pairsOf(lima));
  const { privateKey } = JSON.parse(text ?? "{}");
  expect(key).to.equal(keyPairPrefix + publicKey.toHex());
  expect(cryptography.agreementKey(Uint8Array.fromHex(privateKey)).toHex()).to.equal(publicKey.toHex());
});

test("a new key takes the place of the old one, also when several are made at once", async () => {
  const { lima } = await LinkedClusters.of("lima");
  const keys = await Promise.all([1, 2, 3].map(() => lima.replication.activations.generatePublicKey()));
  expect(new Set(keys).size).to.equal(3);
  expect(Object.keys(await pairsOf(lima))).to.have.length(1);
});

test("a key pair survives a restart and a failed attempt, and is deleted after its first connection", async () => {
  const { clusters, lima, enable, stateOf } = await invited();
  const restarted = await clusters.restart("lima");
  clusters.partition("oslo");
  expect((await problemOf(enable(restarted))).code).to.equal("upstream");
  expect(restarted.replication.status()).to.deep.equal({ mode: "disabled" });
  const again = await clusters.restart("lima");
  expect(Object.keys(await pairsOf(lima))).to.have.length(1);
  clusters.heal("oslo");
  await enable(again);
  expect(stateOf(again)).to.equal("ready");
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("secondary enable with another token wipes the key, too", async () => {
  const { oslo, lima } = await invited();
  await lima.replication.roles.enableSecondary(await oslo.replication.activations.registerSecondary("wrapped"));
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("a connection ends only the key that it came from", async () => {
  const { clusters, oslo, lima, enable, stateOf } = await invited();
  await enable(lima);
  const next = await lima.replication.activations.generatePublicKey();
  clusters.partition("oslo");
  clusters.heal("oslo");
  await clusters.clock.pass(6000);
  expect(stateOf(lima)).to.equal("ready");
  const token = await oslo.replication.activations.inviteEncrypted("again", { publicKey: next, ttlSeconds: 60 });
  await lima.replication.roles.updatePrimary(await oslo.replication.activations.registerSecondary("wrapped"));
  await rest();
  expect(lima.replication.status().secondary_id).to.equal("wrapped");
  await lima.replication.roles.updatePrimary(await lima.replication.activations.behind({ token, apiAddress: "" }));
  await rest();
  expect(lima.replication.status()).to.include({ connection_state: "ready", secondary_id: "again" });
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("a secondary has to connect for the first time before its token expires, and may then reconnect at any time", async () => {
  const { clusters, oslo, lima, activation } = await invited();
  const given = await activation(lima);
  await clusters.clock.pass(60_000);
  expect((await problemOf(lima.replication.roles.enableSecondary(given))).code).to.equal("refused");
  expect(lima.replication.status()).to.deep.equal({ mode: "disabled" });
  expect(oslo.replication.status()).to.have.nested.property("secondaries[0].connection_status", "disconnected");

  const other = await invited();
  await other.enable(other.lima);
  await other.clusters.clock.pass(90_000);
  await other.clusters.restart("oslo");
  await other.clusters.clock.pass(6000);
  expect(other.stateOf(other.lima)).to.equal("ready");
});

test("a primary that restarts still knows by when a secondary has to connect", async () => {
  const { clusters, lima, activation } = await invited();
  const given = await activation(lima);
  await clusters.restart("oslo");
  await clusters.clock.pass(60_000);
  expect((await problemOf(lima.replication.roles.enableSecondary(given))).code).to.equal("refused");
});

test("a demoted primary still knows by when a secondary has to connect", async () => {
  const { clusters, oslo, lima, activation } = await invited();
  const given = await activation(lima);
  await oslo.replication.roles.demote();
  await clusters.clock.pass(60_000);
  expect((await problemOf(lima.replication.roles.enableSecondary(given))).code).to.equal("refused");

  const other = await invited();
  await other.oslo.replication.roles.demote();
  await other.enable(other.lima);
  expect(other.stateOf(other.lima)).to.equal("ready");
});

test("a token whose secondary was revoked is refused", async () => {
  const { oslo, lima, enable } = await invited();
  await oslo.replication.activations.revokeSecondary("lima");
  expect((await problemOf(enable(lima))).code).to.equal("refused");
  expect(lima.replication.status()).to.deep.equal({ mode: "disabled" });
});
