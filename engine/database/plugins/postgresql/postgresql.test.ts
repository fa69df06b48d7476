import { before, test } from "node:test";
import { expect } from "chai";
import { loadModule, parseSync } from "libpg-query";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
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

for (const revocation of [[], [`DROP ROLE "{{name}}"`]]) {
  const whose = revocation.length === 0 ? "the usual statements" : "a role's own statements";
  test(`a user that is absent while it may still be being made is not taken for gone, by ${whose}`, async () => {
    const { told, session } = agreeable();
    const refused: DatabaseSession = {
      ...session,
      transact: () => Promise.reject(new DatabaseRefusal("role does not exist", "42704")),
      settle: () => Promise.reject(new DatabaseRefusal("still under way", "")),
      column: async () => [],
    };
    const outcome = postgresql.dropUser(refused, { username: "app", revocation }).then(
      () => "gone",
      ({ message }: DatabaseRefusal) => message,
    );
    expect(await outcome).to.equal("still under way");
    const settled = { ...refused, settle: async (subject: string) => void told.push(subject) };
    await postgresql.dropUser(settled, { username: "app", revocation });
    expect(told).to.deep.equal(["app"]);
  });
}

test("expiration is date, time and offset of UTC", () => {
  expect(expirationText(1_800_000_005_999)).to.equal("2027-01-15 08:00:05+0000");
  expect(expirationText(951_782_400_000)).to.equal("2000-02-29 00:00:00+0000");
});
