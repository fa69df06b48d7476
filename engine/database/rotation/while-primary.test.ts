import { test } from "node:test";
import { expect } from "chai";
import { Problem } from "../../api/problem.ts";
import type { DatabaseSession } from "../../ports/databases.ts";
import { whilePrimary } from "./while-primary.ts";

test("a demoted cluster makes no further changes in the database", async () => {
  const statements: string[] = [];
  const state = { isPrimary: true };
  const session: DatabaseSession = {
    async transact([statement = ""]) {
      statements.push(statement);
    },
    async settle() {},
    async verify() {},
    async column(query) {
      statements.push(query);
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
  expect(statements).to.deep.equal(["one", "look"]);
});
