import { after, before, suite, test } from "node:test";
import { setTimeout as passed } from "node:timers/promises";
import { expect } from "chai";
import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import { databasesSuite } from "#engine/ports/databases.suite.ts";
import type { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { realDatabases } from "../real-databases.ts";

const password = "adm1n's p@ssword";

const at = (connection_url: string) => postgresqlAddress({ connection_url });

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql({ password });
});
after(() => server[Symbol.asyncDispose]());

databasesSuite("PostgreSQL over the network", async () => {
  const databases = realDatabases();
  return {
    databases,
    settings: at(server.url).settings,
    [Symbol.asyncDispose]: () => databases[Symbol.asyncDispose](),
  };
});

suite("PostgreSQL over the network", () => {
  test("keyword addresses need no escaping of passwords", async () => {
    await using databases = realDatabases();
    const url = `host=127.0.0.1 port=${new URL(server.url).port} user=postgres password='adm1n\\'s p@ssword' dbname=postgres`;
    await databases.open(at(url)).verify();
  });

  test("values have the server's format, and NULL is an empty text", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(server.url));
    expect(await session.column("SELECT true UNION ALL SELECT NULL", [])).to.deep.equal(["t", ""]);
    expect(await session.column("SELECT 'infinity'::timestamptz", [])).to.deep.equal(["infinity"]);
    expect(await session.column("SELECT 1, 2 WHERE false", [])).to.deep.equal([]);
  });

  test("a server without encryption is reported if encryption is required", async () => {
    await using databases = realDatabases();
    const refusal = await failure(databases.open(at(`${server.url}?sslmode=require`)).verify());
    expect(refusal.message).to.match(/SSL/);
  });

  test("a session does not use all connections of the server", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(`${server.url}?application_name=crowd`));
    await Promise.all(Array.from({ length: 20 }, () => session.transact(["SELECT pg_sleep(0.01)"])));
    const count = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1";
    expect(Number(await session.column(count, ["crowd"]))).to.be.within(1, 4);
  });

  test("a session respects its limits of open and idle connections and of their lifetime", async () => {
    await using databases = realDatabases();
    const watcher = databases.open(at(server.url));
    const pids = () => watcher.column("SELECT pid FROM pg_stat_activity WHERE application_name = $1", ["bounded"]);
    const session = databases.open(at(`${server.url}?application_name=bounded`), {
      maxOpenConnections: 6,
      maxIdleConnections: 2,
      maxConnectionLifetimeMilliseconds: 1_000,
    });
    const busy = Array.from({ length: 12 }, () => session.transact(["SELECT pg_sleep(0.3)"]));
    await eventually(async () => expect((await pids()).length).to.equal(6));
    await Promise.all(busy);
    await eventually(async () => expect((await pids()).length).to.equal(2));
    const kept = await pids();
    await eventually(async () => {
      await session.column("SELECT 1", []);
      expect((await pids()).filter((pid) => kept.includes(pid))).to.deep.equal([]);
    });
  });

  test("settling ends all transactions about a subject, of any cluster and database, and nothing else", async () => {
    await using databases = realDatabases();
    const watcher = databases.open(at(server.url));
    await watcher.column("SELECT 1", []);
    await server.run(["CREATE DATABASE elsewhere"]);
    await using others = realDatabases();
    const running = (subject: string, database: string) => {
      const statements = [`CREATE ROLE ${subject}`, "SELECT pg_sleep(60)"];
      const url = new URL(`/${database}`, server.url).href;
      return failure(others.open(at(url)).transact(statements, { subject }));
    };
    const [here, there] = [running("jane", "postgres"), running("john", "elsewhere")];
    const asleep =
      "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()";
    while ((await watcher.column(asleep, [])).length < 2);
    await watcher.settle("jane");
    expect((await here).sqlState).to.equal("57P01");
    expect(await watcher.column(asleep, [])).to.have.length(1);
    await watcher.settle("john");
    await there;
    expect(await watcher.column("SELECT rolname FROM pg_roles WHERE rolname IN ('jane', 'john')", [])).to.deep.equal(
      [],
    );
  });

  test("settling fails if it must not end a transaction, and ignores forged names of users without CREATEROLE", async () => {
    await using databases = realDatabases();
    const root = databases.open(at(server.url));
    await root.transact(["CREATE ROLE weak LOGIN PASSWORD 'weak'"]);
    const weakUrl = new URL(server.url);
    [weakUrl.username, weakUrl.password] = ["weak", "weak"];
    const weak = databases.open(at(weakUrl.href));
    await using others = realDatabases();
    const busy = failure(others.open(at(server.url)).transact(["SELECT pg_sleep(60)"], { subject: "kate" }));
    const asleep =
      "FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND state = 'active' AND pid <> pg_backend_pid()";
    const names = `SELECT application_name ${asleep}`;
    let name: string | undefined;
    while (name === undefined) [name] = await root.column(names, []);
    expect(await failure(weak.settle("kate"))).to.include({
      sqlState: "",
      message: 'an earlier change of "kate" is still in progress at the server',
    });
    weakUrl.searchParams.set("application_name", name);
    const impostor = failure(others.open(at(weakUrl.href)).transact(["SELECT pg_sleep(60)"]));
    while ((await root.column(names, [])).length < 2);
    await root.settle("kate");
    await busy;
    expect(await root.column(names, [])).to.deep.equal([name]);
    await root.column(`SELECT pg_terminate_backend(pid) ${asleep}`, []);
    await impostor;
  });

  test("killing aborts running statements without effect", async () => {
    await using databases = realDatabases();
    const watcher = databases.open(at(server.url));
    const doomed = realDatabases();
    const session = doomed.open(at(`${server.url}?application_name=doomed`));
    const running = failure(session.transact(["CREATE ROLE doomed", "SELECT pg_sleep(60)"]));
    const active = "SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND query LIKE '%sleep%'";
    while ((await watcher.column(active, ["doomed"])).length === 0);
    await doomed.kill();
    expect(await running).to.include({ sqlState: "", message: "Connection terminated" });
    expect((await failure(doomed.open(at(server.url)).verify())).message).to.equal("the session is closed");
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

async function eventually(look: () => Promise<unknown>): Promise<void> {
  for (const end = performance.now() + 10_000; ; await passed(50)) {
    try {
      await look();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
