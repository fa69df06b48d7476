import { before, test } from "node:test";
import { expect } from "chai";
import { loadModule, parseSync } from "libpg-query";
import type { DatabaseSession } from "#engine/ports/databases.ts";
import { expirationText } from "../../sql/expiration.ts";
import { postgresql } from "./postgresql.ts";

before(() => loadModule());

/** A server that agrees to everything, and what it was told. */
function agreeable() {
  const told: string[] = [];
  const session: DatabaseSession = {
    transact: async (statements) => void told.push(...statements),
    settle: async () => {},
    verify: async () => {},
    column: async (_, parameters) => parameters,
    close: async () => {},
  };
  return { told, session };
}

test("the statements of its own are PostgreSQL for any name", async () => {
  for (const username of ["v-token-app-x", 'a"b', "it's; DROP ROLE x", "\\", "end END end"]) {
    const { told, session } = agreeable();
    await postgresql.extendUser(session, { username, expiresAt: 0, renewal: [] });
    await postgresql.changeCredential(session, {
      username,
      credential: { type: "password", password: "it's\\" },
      rotation: [],
    });
    await postgresql.dropUser(session, { username, revocation: [] });
    expect(told).to.have.length(5);
    for (const statement of told) expect(parseSync(statement).stmts, statement).to.have.length(1);
  }
});

test("expiration is date, time and offset of UTC", () => {
  expect(expirationText(1_800_000_005_999)).to.equal("2027-01-15 08:00:05+0000");
  expect(expirationText(951_782_400_000)).to.equal("2000-02-29 00:00:00+0000");
});
