import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import { databasesSuite } from "#engine/ports/databases.suite.ts";
import type { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { postgresqlDatabases } from "./postgresql.ts";

const password = "adm1n's p@ssword";

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql({ password });
});
after(() => server[Symbol.asyncDispose]());

databasesSuite("PostgreSQL over the network", async () => {
  const databases = postgresqlDatabases();
  return { databases, url: server.url, [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose]() };
});

suite("PostgreSQL over the network", () => {
  test("keyword addresses take passwords as they are", async () => {
    await using databases = postgresqlDatabases();
    const url = `host=127.0.0.1 port=${new URL(server.url).port} user=postgres password='adm1n\\'s p@ssword' dbname=postgres`;
    await databases.open("postgresql", url).verify();
  });

  test("values come as the server spells them, and nothing as an empty text", async () => {
    await using databases = postgresqlDatabases();
    const session = databases.open("postgresql", server.url);
    expect(await session.column("SELECT true UNION ALL SELECT NULL", [])).to.deep.equal(["t", ""]);
    expect(await session.column("SELECT 'infinity'::timestamptz", [])).to.deep.equal(["infinity"]);
    expect(await session.column("SELECT 1, 2 WHERE false", [])).to.deep.equal([]);
  });

  test("a server without encryption is told when encryption is asked for", async () => {
    await using databases = postgresqlDatabases();
    const refusal = await failure(databases.open("postgresql", `${server.url}?sslmode=require`).verify());
    expect(refusal.message).to.match(/SSL/);
  });

  test("a session does not take all connections for itself", async () => {
    await using databases = postgresqlDatabases();
    const session = databases.open("postgresql", `${server.url}?application_name=crowd`);
    await Promise.all(Array.from({ length: 20 }, () => session.transact(["SELECT pg_sleep(0.01)"])));
    const count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1";
    expect(Number(await session.column(count, ["crowd"]))).to.be.within(1, 4);
  });

  test("killing breaks off what runs, and it does not hold", async () => {
    await using databases = postgresqlDatabases();
    const watcher = databases.open("postgresql", server.url);
    const doomed = postgresqlDatabases();
    const session = doomed.open("postgresql", `${server.url}?application_name=doomed`);
    const running = failure(session.transact(["CREATE ROLE doomed", "SELECT pg_sleep(60)"]));
    const active = "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE '%sleep%'";
    while ((await watcher.column(active, ["doomed"])).length === 0);
    await doomed.kill();
    expect(await running).to.include({ sqlState: "", message: "Connection terminated" });
    expect((await failure(doomed.open("postgresql", server.url).verify())).message).to.equal("the session is closed");
    await watcher.column("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1", [
      "doomed",
    ]);
    expect(await watcher.column("SELECT rolname FROM pg_roles WHERE rolname = 'doomed'", [])).to.deep.equal([]);
  });
});

async function failure(attempt: Promise<unknown>): Promise<DatabaseRefusal> {
  return attempt.then(
    () => expect.fail("it succeeded"),
    (error: DatabaseRefusal) => error,
  );
}
