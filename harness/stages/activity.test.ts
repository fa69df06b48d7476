import { test } from "node:test";
import { expect } from "chai";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import { Activity } from "./activity.ts";

test("a database call counts as activity until its result or refusal arrives", async () => {
  const activity = new Activity();
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const session = { transact: () => answers[0].promise, verify: () => answers[1].promise } as Partial<DatabaseSession>;
  const wrapped = activity.instrument
    .ports?.({ databases: { open: () => session }, cryptography: {} } as never)
    .databases.open({ kind: "redis", url: "" });
  expect(activity.isIdle).to.equal(true);
  const transacted = wrapped?.transact([]);
  const verified = wrapped?.verify().catch((error: unknown) => error);
  expect(activity.isIdle).to.equal(false);
  answers[0].resolve();
  await transacted;
  expect(activity.isIdle).to.equal(false);
  const refusal = new Error("no");
  answers[1].reject(refusal);
  expect(await verified).to.equal(refusal);
  expect(activity.isIdle).to.equal(true);
});

test("hashing a password counts as activity", async () => {
  const activity = new Activity();
  const hash = Promise.withResolvers<string>();
  const cryptography = { hashPassword: () => hash.promise, verifyPassword: async () => (await hash.promise) === "" };
  const wrapped = activity.instrument.ports?.({ cryptography } as never).cryptography;
  const made = wrapped?.hashPassword("blue", new Uint8Array());
  const verified = wrapped?.verifyPassword("blue", "");
  expect(activity.isIdle).to.equal(false);
  hash.resolve("hash");
  expect([await made, await verified]).to.deep.equal(["hash", false]);
  expect(activity.isIdle).to.equal(true);
});

test("a durable store is active until its operations end or it is killed", async () => {
  const activity = new Activity();
  const ended = Promise.withResolvers<void>();
  const never = new Promise<never>(() => {});
  let killed = 0;
  const answers = [ended.promise, never];
  const store = {
    commit: () => answers.shift() ?? never,
    async kill() {
      killed += 1;
    },
  } as Partial<OpenedStore> as OpenedStore;
  const watch = activity.watch(store);
  const first = watch.commit([]);
  expect(activity.isIdle).to.equal(false);
  ended.resolve();
  await first;
  expect(activity.isIdle).to.equal(true);
  void watch.commit([]);
  expect(activity.isIdle).to.equal(false);
  await watch.kill();
  expect([activity.isIdle, killed]).to.deep.equal([true, 1]);
});
