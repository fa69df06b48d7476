import { test } from "node:test";
import { expect } from "chai";
import { cryptographyForTests as cryptography } from "../../ports/cryptography-for-tests.suite.ts";
import { keyPairPrefix } from "./key-pairs.ts";
import { type Member, Rehearsal, rest } from "./rehearsal.suite.ts";

function pairsOf({ store }: Member): Promise<Record<string, string>> {
  return store.all(keyPairPrefix);
}

/** Oslo leads; Lima made a key and holds a token encrypted to it, good for a minute. */
async function invited() {
  const { rehearsal, oslo, lima } = await Rehearsal.of("oslo", "lima");
  await oslo.replication.enablePrimary({ address: "" });
  const publicKey = await lima.replication.generatePublicKey();
  const token = await oslo.replication.inviteEncrypted("lima", { publicKey, ttlSeconds: 60 });
  const join = async (member: Member) => {
    await member.replication.enableSecondary(await member.replication.activationBehind({ token, apiAddress: "" }));
    await rest();
  };
  const stateOf = ({ replication }: Member) => replication.status().connection_state;
  return { rehearsal, oslo, lima, token, join, stateOf };
}

test("the answer is the public half of what is stored here, and nothing of the private one", async () => {
  const { lima } = await Rehearsal.of("lima");
  const publicKey = Uint8Array.fromBase64(await lima.replication.generatePublicKey());
  const [[key, text] = []] = Object.entries(await pairsOf(lima));
  const { privateKey } = JSON.parse(text ?? "{}");
  expect(key).to.equal(keyPairPrefix + publicKey.toHex());
  expect(cryptography.agreementKey(Uint8Array.fromHex(privateKey)).toHex()).to.equal(publicKey.toHex());
});

test("a new key takes the place of the old one, also when several are made at once", async () => {
  const { lima } = await Rehearsal.of("lima");
  const keys = await Promise.all([1, 2, 3].map(() => lima.replication.generatePublicKey()));
  expect(new Set(keys).size).to.equal(3);
  expect(Object.keys(await pairsOf(lima))).to.have.length(1);
});

test("a key outlives a restart and the wipe, and goes with the first connection it led to", async () => {
  const { rehearsal, lima, join, stateOf } = await invited();
  const restarted = await rehearsal.restart("lima");
  rehearsal.cut("oslo");
  await join(restarted);
  expect(stateOf(restarted)).to.equal("transient_failure");
  const again = await rehearsal.restart("lima");
  expect(Object.keys(await pairsOf(lima))).to.have.length(1);
  rehearsal.mend("oslo");
  await rehearsal.clock.pass(6000);
  expect(stateOf(again)).to.equal("ready");
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("joining with another token wipes the key, too", async () => {
  const { oslo, lima } = await invited();
  await lima.replication.enableSecondary(await oslo.replication.registerSecondary("wrapped"));
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("a connection ends only the key that it came from", async () => {
  const { rehearsal, oslo, lima, join, stateOf } = await invited();
  rehearsal.cut("oslo");
  await join(lima);
  const next = await lima.replication.generatePublicKey();
  rehearsal.mend("oslo");
  await rehearsal.clock.pass(6000);
  expect(stateOf(lima)).to.equal("ready");
  const token = await oslo.replication.inviteEncrypted("again", { publicKey: next, ttlSeconds: 60 });
  await lima.replication.updatePrimary(await oslo.replication.registerSecondary("wrapped"));
  await rest();
  expect(lima.replication.status().secondary_id).to.equal("wrapped");
  await lima.replication.updatePrimary(await lima.replication.activationBehind({ token, apiAddress: "" }));
  await rest();
  expect(lima.replication.status()).to.include({ connection_state: "ready", secondary_id: "again" });
  expect(await pairsOf(lima)).to.deep.equal({});
});

test("who was not connected when the token's time was over never is; who was may come back", async () => {
  const { rehearsal, oslo, lima, join, stateOf } = await invited();
  rehearsal.cut("oslo");
  await join(lima);
  await rehearsal.clock.pass(60_000);
  rehearsal.mend("oslo");
  await rehearsal.clock.pass(30_000);
  expect(stateOf(lima)).to.equal("transient_failure");
  expect(oslo.replication.status()).to.have.nested.property("secondaries[0].connection_status", "disconnected");

  const other = await invited();
  await other.join(other.lima);
  await other.rehearsal.clock.pass(90_000);
  await other.rehearsal.restart("oslo");
  await other.rehearsal.clock.pass(6000);
  expect(other.stateOf(other.lima)).to.equal("ready");
});

test("a primary that restarts still knows by when somebody has to be there", async () => {
  const { rehearsal, lima, join, stateOf } = await invited();
  rehearsal.cut("oslo");
  await join(lima);
  await rehearsal.restart("oslo");
  await rehearsal.clock.pass(60_000);
  rehearsal.mend("oslo");
  await rehearsal.clock.pass(30_000);
  expect(stateOf(lima)).to.equal("transient_failure");
});

test("a demoted primary keeps to it as well", async () => {
  const { rehearsal, oslo, lima, join, stateOf } = await invited();
  rehearsal.cut("oslo");
  await join(lima);
  await oslo.replication.demote();
  await rehearsal.clock.pass(60_000);
  rehearsal.mend("oslo");
  await rehearsal.clock.pass(30_000);
  expect(stateOf(lima)).to.equal("transient_failure");

  const other = await invited();
  other.rehearsal.cut("oslo");
  await other.join(other.lima);
  await other.oslo.replication.demote();
  other.rehearsal.mend("oslo");
  await other.rehearsal.clock.pass(6000);
  expect(other.stateOf(other.lima)).to.equal("shutdown");
});

test("a token whose secondary was revoked leads nowhere", async () => {
  const { rehearsal, oslo, lima, join, stateOf } = await invited();
  await oslo.replication.revokeSecondary("lima");
  await join(lima);
  await rehearsal.clock.pass(10_000);
  expect(stateOf(lima)).to.equal("transient_failure");
});
