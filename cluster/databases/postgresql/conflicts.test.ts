import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { postgresql } from "#engine/database/plugins/postgresql/postgresql.ts";
import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import type { DatabaseRefusal, DatabaseSession } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { maxAttempts } from "../conflict-retry.ts";
import { realDatabases } from "../real-databases.ts";

/**
 * SQL function that fails except in call number `successful`. Calls in transactions that are rolled back count, too.
 */
const conflict = `CREATE FUNCTION conflict(successful bigint) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
  IF nextval('attempts') <> successful THEN
    RAISE 'could not serialize access' USING ERRCODE = current_setting('test.code', true);
  END IF;
END $$`;

const conflictingRemovals = [
  `CREATE FUNCTION conflicting_removal() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM conflict(0); END $$`,
  `CREATE EVENT TRIGGER removals ON ddl_command_start WHEN TAG IN ('DROP OWNED') EXECUTE FUNCTION conflicting_removal()`,
];

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
  await server.run(["CREATE SEQUENCE attempts", conflict, ...conflictingRemovals]);
});
after(() => server[Symbol.asyncDispose]());

async function fixture(code = "40001") {
  await server.run([
    "ALTER SEQUENCE attempts RESTART",
    `ALTER ROLE postgres SET test.code = '${code}'`,
    ...["ada", "bob"].map((name) => `DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object THEN END $$`),
  ]);
  const databases = realDatabases();
  return {
    session: databases.open(postgresqlAddress({ connection_url: server.url })),
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  };
}

const attempts = async () => Number((await server.column("SELECT last_value FROM attempts"))[0]);

const create = (session: DatabaseSession, successful: number) =>
  postgresql.createUser(session, {
    username: "carl",
    credential: { type: "password", password: "x" },
    expiresAt: Date.UTC(2100, 0),
    creation: [`SELECT conflict(${successful})`],
    rollback: [],
  });

const remove = (session: DatabaseSession, username: string, revocation: readonly string[] = []) =>
  postgresql.dropUser(session, { username, revocation });

async function outcomeOf(task: Promise<void>): Promise<string> {
  return task.then(
    () => "done",
    ({ sqlState }: DatabaseRefusal) => sqlState,
  );
}

suite("a transaction that conflicts with others", () => {
  for (const code of ["40001", "40P01"]) {
    test(`is tried at most ${maxAttempts} times (${code})`, async () => {
      await using one = await fixture(code);
      expect(await outcomeOf(create(one.session, 0))).to.equal(code);
      expect(await attempts()).to.equal(maxAttempts);
    });
  }

  test("succeeds in the last attempt", async () => {
    await using one = await fixture();
    expect(await outcomeOf(create(one.session, maxAttempts))).to.equal("done");
    expect(await attempts()).to.equal(maxAttempts);
  });

  test("is not repeated after another refusal", async () => {
    await using one = await fixture("42501");
    expect(await outcomeOf(create(one.session, 0))).to.equal("42501");
    expect(await attempts()).to.equal(1);
  });

  test(`and removes a user is tried at most ${maxAttempts} times, alone or together with others`, async () => {
    await using one = await fixture();
    expect(await outcomeOf(remove(one.session, "ada"))).to.equal("40001");
    expect(await attempts()).to.equal(maxAttempts);

    await using two = await fixture();
    const removals = ["ada", "bob"].map((name) => outcomeOf(remove(two.session, name)));
    expect(await Promise.all(removals)).to.deep.equal(["40001", "40001"]);
    // All attempts but the last are shared.
    expect(await attempts()).to.equal(maxAttempts + 1);

    await using three = await fixture();
    expect(await outcomeOf(remove(three.session, "ada", ["SELECT conflict(0)"]))).to.equal("40001");
    expect(await attempts()).to.equal(maxAttempts);
  });
});
