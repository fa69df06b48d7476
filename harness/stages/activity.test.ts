import { test } from "node:test";
import { expect } from "chai";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import { Activity } from "./activity.ts";

test("databases are active until the last cluster that asked has its answer, be it a refusal", async () => {
  const activity = new Activity();
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const session = { transact: () => answers[0].promise, verify: () => answers[1].promise } as Partial<DatabaseSession>;
  const wrapped = activity.instrument
    .ports?.({ databases: { open: () => session }, cryptography: {} } as never)
    .databases.open("redis", "");
  expect(activity.isNone).to.equal(true);
  const transacted = wrapped?.transact([]);
  const verified = wrapped?.verify().catch((error: unknown) => error);
  expect(activity.isNone).to.equal(false);
  answers[0].resolve();
  await transacted;
  expect(activity.isNone).to.equal(false);
  const refusal = new Error("no");
  answers[1].reject(refusal);
  expect(await verified).to.equal(refusal);
  expect(activity.isNone).to.equal(true);
});

test("a password that is being hashed is activity, too", async () => {
  const activity = new Activity();
  const hash = Promise.withResolvers<string>();
  const cryptography = { hashPassword: () => hash.promise, verifyPassword: async () => (await hash.promise) === "" };
  const wrapped = activity.instrument.ports?.({ cryptography } as never).cryptography;
  const made = wrapped?.hashPassword("blue", new Uint8Array());
  const verified = wrapped?.verifyPassword("blue", "");
  expect(activity.isNone).to.equal(false);
  hash.resolve("hash");
  expect([await made, await verified]).to.deep.equal(["hash", false]);
  expect(activity.isNone).to.equal(true);
});

test("a durable store is active until its operations end, or until it is killed", async () => {
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
  const watched = activity.watched(store);
  const first = watched.commit([]);
  expect(activity.isNone).to.equal(false);
  ended.resolve();
  await first;
  expect(activity.isNone).to.equal(true);
  void watched.commit([]);
  expect(activity.isNone).to.equal(false);
  await watched.kill();
  expect([activity.isNone, killed]).to.deep.equal([true, 1]);
});
