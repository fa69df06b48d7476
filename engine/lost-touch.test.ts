import { suite, test } from "node:test";
import { expect } from "chai";
import { pairOfEngines } from "./pair.suite.ts";
import type { Store } from "./ports/store.ts";
import { memoryStore } from "./stores/memory-store.ts";

/** A store that fails to read keys with `part` in them while `state.fails`, as soon as `state.answers` says. */
function forgetful(part: string): Store & { state: { fails: boolean; answers: Promise<void> } } {
  const store = memoryStore();
  const state = { fails: false, answers: Promise.resolve() };
  const judged = async <T>(key: string, read: () => Promise<T>): Promise<T> => {
    if (!state.fails || !key.includes(part)) return read();
    await state.answers;
    throw new Error("the disk does not answer");
  };
  return {
    ...store,
    state,
    read: (key) => judged(key, () => store.read(key)),
    range: (options) => judged(options.prefix, () => store.range(options)),
  };
}

/** Two clusters; on the second a token that may read a secret by a policy, and quotas that are about to change and cannot be read. */
async function fixture() {
  const limaStore = forgetful("quota");
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
  // While the first notice waits for the disk, the two others become one, which will fail for the quota.
  await oslo.ask("POST", "sys/quotas/rate-limit/all", { rate: 1000 });
  await oslo.ask("POST", "sys/quotas/rate-limit/all", { rate: 2000 });
  await oslo.ask("DELETE", "sys/policies/acl/reader");
  await until(async () => (await entries()) === before + 3);
  held.resolve();
  /** The status of lima's seal. */
  const isSealed = async () => (await lima.ask("GET", "sys/seal-status", undefined, { token: "" })).body?.sealed;
  return { ...pair, limaStore, read, isSealed };
}

suite("a secondary that cannot read anew what replication changed", () => {
  test("honours no policy that was revoked, and goes on once it can", async () => {
    await using pair = await fixture();
    await pair.until(async () => (await pair.read()) === 403);
    pair.limaStore.state.fails = false;
    await pair.lima.clock.pass(1);
    await pair.until(async () => (await pair.lima.ask("GET", "sys/quotas/rate-limit/all")).status === 200);
    expect(await pair.isSealed()).to.equal(false);
  });

  test("seals itself when it never can", async () => {
    await using pair = await fixture();
    for (let second = 0; second < 10; second++) await pair.lima.clock.pass(2);
    await pair.until(async () => (await pair.isSealed()) === true);
    expect(await pair.read()).to.equal(503);
  });
});
