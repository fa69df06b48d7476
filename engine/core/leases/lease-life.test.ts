import { test } from "node:test";
import { expect } from "chai";
import { memoryStore } from "../../stores/memory-store.ts";
import { leasingEngine } from "./leasing.suite.ts";

test("a lease and its user end when the lease expires", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  const id = await lease();
  await pass(3599);
  expect(database.users.size).to.equal(1);
  await pass(1);
  expect(database.users.size).to.equal(0);
  expect((await ask("PUT", "sys/leases/lookup", { lease_id: id })).status).to.equal(400);
});

test("leases that end together are removed in one batch; if the batch fails, they stay and end later", async () => {
  const store = memoryStore();
  const removed: number[] = [];
  let isFull = false;
  const { ask, lease, database, pass } = await leasingEngine({
    read: store.read,
    range: store.range,
    async commit(batch) {
      const count = batch.filter(({ key, value }) => key.startsWith("local/core/lease/") && value === null).length;
      if (count > 0 && isFull) throw new Error("the disk is full");
      if (count > 0) removed.push(count);
      await store.commit(batch);
    },
  });
  const left = async () => {
    const { body } = await ask("LIST", "sys/leases/lookup/database/creds/app");
    return ((body?.data as { keys: readonly string[] } | undefined)?.keys ?? []).length;
  };
  for (let made = 0; made < 20; made++) await lease();
  isFull = true;
  await pass(3600);
  expect([database.users.size, removed.length, await left()]).to.deep.equal([0, 0, 20]);
  isFull = false;
  await pass(10);
  expect([removed, await left()]).to.deep.equal([[20], 0]);
});

test("a renewed lease ends only at its new expiry time", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  const id = await lease();
  await pass(3000);
  await ask("PUT", "sys/leases/renew", { lease_id: id });
  await pass(3599);
  expect(database.users.size).to.equal(1);
  await pass(1);
  expect(database.users.size).to.equal(0);
});

test("a failed revocation is retried after 10, 20, 40, 80 and 160 seconds; then the lease is irrevocable", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  const id = await lease();
  database.isDown = true;
  await pass(3600);
  for (const seconds of [10, 20, 40, 80, 160]) {
    const { tried } = database;
    await pass(seconds - 1);
    expect(database.tried, `before ${seconds}`).to.equal(tried);
    await pass(1);
    expect(database.tried, `after ${seconds}`).to.be.above(tried);
  }
  database.isDown = false;
  await pass(100_000);
  expect(database.users.size).to.equal(1);
  expect((await ask("PUT", "sys/leases/lookup", { lease_id: id })).body?.data).to.deep.include({
    renewable: false,
    ttl: 0,
  });
});

test("a retry succeeds once the backend is available again", async () => {
  const { lease, database, pass } = await leasingEngine();
  await lease();
  database.isDown = true;
  await pass(3600);
  await pass(10);
  database.isDown = false;
  await pass(20);
  expect(database.users.size).to.equal(0);
});

test("an expired lease that could not be revoked yet is not renewed", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  const id = await lease();
  database.isDown = true;
  await pass(3600);
  database.isDown = false;
  expect((await ask("PUT", "sys/leases/renew", { lease_id: id })).body?.errors).to.deep.equal(["lease not found"]);
});

test("a restarted cluster resumes retries at their time and with their count", async () => {
  const store = memoryStore();
  const first = await leasingEngine(store);
  const id = await first.lease();
  first.database.isDown = true;
  for (const seconds of [3600, 10, 20]) await first.pass(seconds);
  await first.engine.stop();
  const { ask, database, pass } = await leasingEngine(store, first.database);
  const { tried } = database;
  await pass(3600 + 10 + 20 + 39);
  expect(database.tried).to.equal(tried);
  for (const seconds of [1, 80, 160]) await pass(seconds);
  const { body } = await ask("GET", "sys/leases?type=irrevocable");
  expect(body?.data).to.have.nested.property("leases[0].lease_id", id);
});

test("a restarted cluster revokes leases that expired in the meantime", async () => {
  const store = memoryStore();
  const first = await leasingEngine(store);
  await Promise.all(Array.from({ length: 100 }, () => first.lease()));
  await first.engine.stop();
  const { database, pass } = await leasingEngine(store, first.database);
  expect(database.users.size).to.equal(100);
  await pass(3600);
  for (let time = 0; database.users.size > 0 && time < 100; time++) await pass(0);
  expect(database.users.size).to.equal(0);
});

test("a stopped cluster revokes nothing", async () => {
  const { engine, lease, database, pass } = await leasingEngine();
  await lease();
  await engine.stop();
  await pass(4000);
  expect(database.users.size).to.equal(1);
});

test("the leases of a revoked token expire at once, and the revocation of the token does not wait for their servers", async () => {
  const { ask, lease, database, pass } = await leasingEngine();
  await ask("PUT", "sys/policies/acl/database", { policy: 'path "database/*" { capabilities = ["read"] }' });
  const { body } = await ask("POST", "auth/token/create", { policies: ["database"] });
  const token = (body as { auth: { client_token: string } }).auth.client_token;
  const [own, other] = [await lease({ token }), await lease()];
  database.isDown = true;
  expect((await ask("POST", "auth/token/revoke", { token })).status).to.equal(204);
  expect((await ask("PUT", "sys/leases/renew", { lease_id: own })).status).to.equal(400);
  database.isDown = false;
  expect((await ask("PUT", "sys/leases/renew", { lease_id: other })).status).to.equal(200);
  await pass(0);
  await pass(10);
  expect(database.users.size).to.equal(1);
  expect((await ask("PUT", "sys/leases/lookup", { lease_id: own })).status).to.equal(400);
});
