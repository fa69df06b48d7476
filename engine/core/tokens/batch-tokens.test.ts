import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "../../api/json.ts";
import { cryptographyForTests } from "../../ports/cryptography-for-tests.suite.ts";
import { memoryStore } from "../../stores/memory-store.ts";
import { tokenFixture } from "../endpoints/tokens/token-fixture.suite.ts";
import { leasingEngine } from "../leases/leasing.suite.ts";
import type { Storage } from "../storage/storage.ts";
import { BatchTokens } from "./batch-tokens.ts";

const batch = { type: "batch", policies: ["default"], ttl: "30m" };

test("3.4: a batch token has the documented form and is not stored", async () => {
  const { create, lookUp, store } = await tokenFixture();
  const before = await store.range({ prefix: "" });
  const auth = await create({ ...batch, meta: { team: "a" } });
  expect(await store.range({ prefix: "" })).to.deep.equal(before);
  expect(auth.client_token).to.match(/^hvb\.[\w-]{130,}$/);
  expect(auth).to.deep.include({ accessor: "", token_type: "batch", renewable: false, lease_duration: 1800 });
  expect(await lookUp(auth.client_token)).to.deep.include({
    accessor: "",
    id: auth.client_token,
    meta: { team: "a" },
    orphan: false,
    policies: ["default"],
    renewable: false,
    ttl: 1800,
    type: "batch",
  });
});

test("a batch token ends when it expires and when its parent ends", async () => {
  const { ask, create, may, holds, clock } = await tokenFixture();
  await may("maker", "auth/token/create", ["update"]);
  const parent = await create({ policies: ["maker"] });
  const child = await create({ type: "batch" }, parent.client_token);
  const orphan = await create({ ...batch, no_parent: true });
  expect([await holds(child.client_token), await holds(orphan.client_token)]).to.deep.equal([true, true]);
  await ask("POST", "auth/token/revoke", { token: parent.client_token });
  expect([await holds(child.client_token), await holds(orphan.client_token)]).to.deep.equal([false, true]);
  await clock.pass(1801);
  expect(await holds(orphan.client_token)).to.equal(false);
});

test("an altered batch token is refused", async () => {
  const { create, ask } = await tokenFixture();
  const { client_token: token } = await create(batch);
  for (let at = 4; at < token.length; at += 7) {
    const altered = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token: altered })).status).to.equal(403);
  }
  for (const guess of ["hvb.", "hvb.%%%", `hvb.${"A".repeat(200)}`, `hvb.${"A".repeat(100_000)}`, token.slice(0, -3)]) {
    expect((await ask("GET", "auth/token/lookup-self", undefined, { token: guess })).status).to.equal(403);
  }
  expect((await ask("GET", "auth/token/lookup-self", undefined, { token })).status).to.equal(200);
});

test("a batch token of another cluster is refused", async () => {
  const [one, other] = [await tokenFixture(), await tokenFixture()];
  const { client_token: token } = await one.create({ ...batch, no_parent: true });
  expect([await one.holds(token), await other.holds(token)]).to.deep.equal([true, false]);
});

test("a batch token cannot create tokens, use the cubbyhole, be renewed or be revoked", async () => {
  const { ask, create, may } = await tokenFixture();
  await may("maker", "auth/token/create", ["update"]);
  const { client_token: token } = await create({ type: "batch", policies: ["maker"] });
  const refusal = async (path: string, body: JsonObject, caller: string) => {
    const reply = await ask("POST", path, body, { token: caller });
    return [reply.status, reply.body?.errors];
  };
  expect(await refusal("auth/token/create", {}, token)).to.deep.equal([
    400,
    ["batch tokens cannot create more tokens"],
  ]);
  expect(await refusal("auth/token/renew-self", {}, token)).to.deep.equal([400, ["batch tokens cannot be renewed"]]);
  expect(await refusal("auth/token/revoke-self", {}, token)).to.deep.equal([400, ["batch tokens cannot be revoked"]]);
  expect(await refusal("auth/token/revoke", { token }, "root")).to.deep.equal([
    400,
    ["batch tokens cannot be revoked"],
  ]);
  expect((await refusal("cubbyhole/mine", { a: 1 }, token))[0]).to.equal(400);
  expect(
    (await ask("POST", "sys/capabilities-self", { paths: ["auth/token/create"] }, { token })).body?.data,
  ).to.deep.include({
    capabilities: ["update"],
  });
});

test("a batch token that does not fit into a header is refused", async () => {
  const { ask } = await tokenFixture();
  const { status, body } = await ask("POST", "auth/token/create", { ...batch, meta: { long: "x".repeat(20_000) } });
  expect(status).to.equal(400);
  const [error] = (body as { errors: string[] }).errors;
  expect(error).to.match(/^a batch token of 27\d{3} characters is too long; at most 12288 are allowed$/);
});

test("logins issue batch tokens if the mount or the role is configured to", async () => {
  const { ask } = await tokenFixture();
  await ask("POST", "sys/auth/people", { type: "userpass", config: { token_type: "batch" } });
  await ask("POST", "sys/auth/staff", { type: "userpass" });
  const login = async (mount: string, user: JsonObject) => {
    await ask("POST", `auth/${mount}/users/ada`, { password: "secret word", ...user });
    const { body } = await ask("POST", `auth/${mount}/login/ada`, { password: "secret word" }, { token: "" });
    return body?.auth;
  };
  expect(await login("people", {})).to.deep.include({ token_type: "batch", accessor: "", orphan: true });
  expect(await login("staff", { token_type: "batch" })).to.deep.include({ token_type: "batch" });
  expect(await login("staff", { token_type: "service" })).to.deep.include({ token_type: "service" });
});

async function withLeases() {
  const leasing = await leasingEngine();
  const { ask } = leasing;
  await ask("POST", "sys/policies/acl/app", { policy: 'path "database/creds/*" { capabilities = ["read"] }' });
  await ask("POST", "sys/policies/acl/maker", { policy: 'path "auth/token/create" { capabilities = ["update"] }' });
  const create = async (body: JsonObject, token = "root") => {
    const reply = await ask("POST", "auth/token/create", body, { token });
    return (reply.body as { auth: { client_token: string } }).auth.client_token;
  };
  const leaseSeconds = async (lease_id: string) =>
    (await ask("POST", "sys/leases/lookup", { lease_id })).body?.data as { ttl: number } | undefined;
  return { ...leasing, create, leaseSeconds };
}

test("1: a lease of a batch token does not outlive the token, even when the lease is renewed", async () => {
  const { ask, create, lease, leaseSeconds, pass, database } = await withLeases();
  const token = await create({ type: "batch", policies: ["app"], ttl: 1800, no_parent: true });
  const id = await lease({ token });
  expect(await leaseSeconds(id)).to.deep.include({ ttl: 1800 });
  await pass(600);
  const { body } = await ask("POST", "sys/leases/renew", { lease_id: id, increment: 3600 });
  expect(body).to.deep.include({ lease_duration: 1200 });
  await pass(1201);
  expect(await leaseSeconds(id)).to.equal(undefined);
  expect(database.users.size).to.equal(0);
});

test("a lease of a batch token ends with the token's parent", async () => {
  const { ask, create, lease, leaseSeconds, pass, database } = await withLeases();
  const parent = await create({ policies: ["app", "maker"] });
  const id = await lease({ token: await create({ type: "batch", policies: ["app"] }, parent) });
  expect(await leaseSeconds(id)).not.to.equal(undefined);
  await ask("POST", "auth/token/revoke", { token: parent });
  await pass(1);
  expect(await leaseSeconds(id)).to.equal(undefined);
  expect(database.users.size).to.equal(0);
});

test("1.8: clusters that share the batch token key of a replication set accept the same batch tokens", async () => {
  const store = memoryStore();
  const storage: Storage = {
    read: (space, key) => store.read(`${space}/${key}`),
    keys: () => Promise.resolve([]),
    commit: (changes) => store.commit(changes.map(({ space, key, value }) => ({ key: `${space}/${key}`, value }))),
  };
  const entropy = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
  const cluster = () => new BatchTokens({ storage, entropy, cryptography: cryptographyForTests });
  const wanted = {
    namespace: "root",
    policies: ["default"],
    path: "auth/token/create",
    displayName: "token",
    createdAt: 0,
    creationTtlSeconds: 60,
    expiresAt: 60_000,
  };
  const refusal = await cluster()
    .create(wanted)
    .catch(({ message }: Error) => message);
  expect(refusal).to.equal("the key of batch tokens has not arrived from the primary yet");
  await storage.commit([BatchTokens.firstChange(entropy)]);
  const { token, text } = await cluster().create(wanted);
  expect(await cluster().open(text)).to.deep.equal(token);
  await storage.commit([BatchTokens.firstChange(entropy)]);
  expect(await cluster().open(text)).to.equal(undefined);
});
