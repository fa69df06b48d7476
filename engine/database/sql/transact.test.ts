import { test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { transact } from "./transact.ts";

function refusing(times: number, refusal: DatabaseRefusal) {
  const session = {
    calls: 0,
    async transact() {
      session.calls += 1;
      if (session.calls <= times) throw refusal;
    },
    settle: async () => {},
    verify: async () => {},
    column: async () => [],
    close: async () => {},
  };
  return session;
}

test("a transaction with conflicts is tried at most five times", async () => {
  for (const refusal of [
    new DatabaseRefusal("deadlock detected", "40P01"),
    new DatabaseRefusal("could not serialize access", "40001"),
    new DatabaseRefusal("tuple concurrently updated", "XX000"),
  ]) {
    const lucky = refusing(4, refusal);
    await transact(lucky, ["SELECT 1"]);
    expect(lucky.calls).to.equal(5);
    const unlucky = refusing(5, refusal);
    expect(await transact(unlucky, []).catch((error: unknown) => error)).to.equal(refusal);
    expect(unlucky.calls).to.equal(5);
  }
});

test("any other refusal is final", async () => {
  for (const refusal of [new DatabaseRefusal("cache lookup failed", "XX000"), new DatabaseRefusal("gone", "")]) {
    const session = refusing(1, refusal);
    expect(await transact(session, []).catch((error: unknown) => error)).to.equal(refusal);
    expect(session.calls).to.equal(1);
  }
});
