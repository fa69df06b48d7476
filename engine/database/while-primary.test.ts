import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../api/problem.ts";
import type { DatabaseSession } from "../ports/databases.ts";
import { whilePrimary } from "./while-primary.ts";

test("a cluster that was demoted after its first question asks the database for no change", async () => {
  const asked: string[] = [];
  const state = { isPrimary: true };
  const session: DatabaseSession = {
    async transact([statement = ""]) {
      asked.push(statement);
    },
    async settle() {},
    async verify() {},
    async column(query) {
      asked.push(query);
      return [];
    },
    async close() {},
  };
  const guarded = whilePrimary(session, { isPrimary: () => state.isPrimary });
  await guarded.transact(["one"]);
  state.isPrimary = false;
  await guarded.column("look", []);
  const refusal = await guarded.transact(["two"]).catch((error: unknown) => error);
  expect(refusal).to.be.instanceOf(Problem).and.include({ code: "unavailable" });
  expect(asked).to.deep.equal(["one", "look"]);
});
