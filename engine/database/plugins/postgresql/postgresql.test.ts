import { before, test } from "node:test";
import { expect } from "chai";
import { loadModule, parseSync } from "libpg-query";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { expirationText } from "../../sql/expiration.ts";
import { postgresql } from "./postgresql.ts";

before(() => loadModule());

function agreeable() {
  const statements: string[] = [];
  const session: DatabaseSession = {
    transact: async (batch) => void statements.push(...batch),
    settle: async () => {},
    verify: async () => {},
    column: async (_, parameters) => parameters,
    close: async () => {},
  };
  return { statements, session };
}

test("the plugin's own statements are valid PostgreSQL for any name", async () => {
  for (const username of ["v-token-app-x", 'a"b', "it's; DROP ROLE x", "\\", "end END end"]) {
    const { statements, session } = agreeable();
    await postgresql.extendUser(session, { username, expiresAt: 0, renewal: [] });
    await postgresql.changeCredential(session, {
      username,
      credential: { type: "password", password: "it's\\" },
      rotation: [],
    });
    await postgresql.dropUser(session, { username, revocation: [] });
    expect(statements).to.have.length(5);
    for (const statement of statements) expect(parseSync(statement).stmts, statement).to.have.length(1);
  }
});

for (const revocation of [[], [`DROP ROLE "{{name}}"`]]) {
  const whose = revocation.length === 0 ? "the plugin's own statements" : "a role's own statements";
  test(`a missing user is not treated as removed during its creation, with ${whose}`, async () => {
    const { statements, session } = agreeable();
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
    const settled = { ...refused, settle: async (subject: string) => void statements.push(subject) };
    await postgresql.dropUser(settled, { username: "app", revocation });
    expect(statements).to.deep.equal(["app"]);
  });
}

test("expiration consists of the date, the time and the offset of UTC", () => {
  expect(expirationText(1_800_000_005_999)).to.equal("2027-01-15 08:00:05+0000");
  expect(expirationText(951_782_400_000)).to.equal("2000-02-29 00:00:00+0000");
});
