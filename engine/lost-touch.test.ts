import { suite, test } from "node:test";
import { expect } from "chai";
import { pairOfEngines } from "./pair.suite.ts";
import type { Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

/** Creates a memory store. While `state.fails`, reads of keys with `part` wait for `state.answers` and reject. */
function failingStore(part: string): Store & { state: { fails: boolean; answers: Promise<void> } } {
  const store = memoryStore();
  const state = { fails: false, answers: Promise.resolve() };
  const unlessFailing = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    if (!state.fails || !key.includes(part)) return read();
    await state.answers;
    throw new Error("the disk does not answer");
  };
  return {
    ...store,
    state,
    read: (key) => unlessFailing(key, () => store.read(key)),
    range: (options) => unlessFailing(options.prefix, () => store.range(options)),
  };
}

async function fixture() {
  const limaStore = failingStore("quota");
  const pair = await pairOfEngines({ limaStore });
  const { oslo, lima, until } = pair;
  const policy = 'path "kv1/*" { capabilities = ["read"] }';
  await oslo.ask("POST", "sys/mounts/kv1", { type: "kv" });
  await oslo.ask("POST", "kv1/a", { v: 1 });
  await oslo.ask("PUT", "sys/policies/acl/reader", { policy });
  await until(async () => (await lima.ask("GET", "sys/policies/acl/reader")).status === 200);
  const { body } = await lima.ask("POST", "auth/token/create", { policies: ["reader"] });
  const { client_token: token = "" } = (body?.auth ?? {}) as { client_token?: string };
  const read = async () => (await lima.ask("GET", "kv1/a", undefined, { token })).status;
  await until(async () => (await read()) === 200);
  const held = Promise.withResolvers<void>();
  Object.assign(limaStore.state, { fails: true, answers: held.promise });
  const entries = async () => {
    const { body } = await lima.ask("GET", "sys/replication/performance/status");
    return (body?.data as { last_remote_wal?: number } | undefined)?.last_remote_wal ?? 0;
  };
  const before = await entries();
  // The first notification waits for the disk, so the other two are merged into one, which fails because of the quota.
  await oslo.ask("POST", "sys/quotas/rate-limit/all", { rate: 1000 });
  await oslo.ask("POST", "sys/quotas/rate-limit/all", { rate: 2000 });
  await oslo.ask("DELETE", "sys/policies/acl/reader");
  await until(async () => (await entries()) === before + 3);
  held.resolve();
  const isSealed = async () => (await lima.ask("GET", "sys/seal-status", undefined, { token: "" })).body?.sealed;
  return { ...pair, limaStore, read, isSealed };
}

suite("a secondary that cannot reload replicated changes", () => {
  test("honours no revoked policy, and continues once it can read again", async () => {
    await using pair = await fixture();
    await pair.until(async () => (await pair.read()) === 403);
    pair.limaStore.state.fails = false;
    await pair.lima.clock.pass(1);
    await pair.until(async () => (await pair.lima.ask("GET", "sys/quotas/rate-limit/all")).status === 200);
    expect(await pair.isSealed()).to.equal(false);
  });

  test("seals itself if it cannot read for too long", async () => {
    await using pair = await fixture();
    for (let second = 0; second < 10; second++) await pair.lima.clock.pass(2);
    await pair.until(async () => (await pair.isSealed()) === true);
    expect(await pair.read()).to.equal(503);
  });
});
