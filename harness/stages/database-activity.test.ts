import { test } from "node:test";
import { expect } from "chai";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import { DatabaseActivity } from "./database-activity.ts";

test("databases are active until the last cluster that asked has its answer, be it a refusal", async () => {
  const activity = new DatabaseActivity();
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const session = { transact: () => answers[0].promise, verify: () => answers[1].promise } as Partial<DatabaseSession>;
  const wrapped = activity.instrument
    .ports?.({ databases: { open: () => session } } as never)
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
