import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import pg from "pg";
import { cutWire } from "#cluster/stores/cut-wire.suite.ts";
import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import type { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { realDatabases } from "../real-databases.ts";
import { canShareTransaction } from "./postgresql-removals.ts";

const at = (connection_url: string) => postgresqlAddress({ connection_url });

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
});
after(() => server[Symbol.asyncDispose]());

/** With a single connection, removals have to wait. */
const settings = { maxOpenConnections: 1 } as const;
const named = (prefix: string) => Array.from({ length: 20 }, (_, number) => `${prefix}-${number}`);
const left = (prefix: string) => server.column(`SELECT rolname FROM pg_roles WHERE rolname LIKE '${prefix}-%'`);

suite("removals of many PostgreSQL users", () => {
  test("that wait for a connection run in one transaction", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(server.url), settings);
    const users = named("many");
    await session.transact(users.map((name) => `CREATE ROLE "${name}"`));
    const transactions = async () => Number((await session.column("SELECT txid_current()", []))[0]);
    const before = await transactions();
    await Promise.all(users.map((name) => session.transact([`DROP ROLE "${name}"`], removal(name))));
    // One transaction for all removals, and one for the second query.
    expect((await transactions()) - before).to.equal(2);
    expect(await left("many")).to.deep.equal([]);
  });

  test("fail one by one if the server refuses one", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(server.url), settings);
    const users = named("owner");
    await session.transact([
      ...users.map((name) => `CREATE ROLE "${name}"`),
      `CREATE TABLE held AS SELECT 1; ALTER TABLE held OWNER TO "owner-7"`,
    ]);
    const outcomes = await Promise.all(
      users.map((name) =>
        session.transact([`DROP ROLE IF EXISTS "${name}"`], removal(name)).then(
          () => "",
          ({ sqlState }: DatabaseRefusal) => sqlState,
        ),
      ),
    );
    expect(await left("owner")).to.deep.equal(["owner-7"]);
    expect(outcomes.filter((state) => state !== "")).to.deep.equal(["2BP01"]);
    expect(outcomes[7]).to.equal("2BP01");
  });

  test("are not delayed for long by one that waits for a lock", async () => {
    await using databases = realDatabases({ statementMilliseconds: 3_000 });
    const session = databases.open(at(server.url));
    const users = named("locked");
    await session.transact(users.map((name) => `CREATE ROLE "${name}"`));
    await using others = realDatabases();
    const holding = others
      .open(at(server.url))
      .transact(["COMMENT ON ROLE \"locked-9\" IS 'held'", "SELECT pg_sleep(60)"])
      .catch(() => "killed");
    const asleep = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%' AND wait_event = 'PgSleep'";
    while ((await server.column(asleep)).length === 0);
    const outcomes = await Promise.all(
      users.map((name) =>
        session.transact([`DROP ROLE "${name}"`], removal(name)).then(
          () => "gone",
          () => "still there",
        ),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "still there")).to.have.length(1);
    expect(outcomes[9]).to.equal("still there");
    expect(await left("locked")).to.deep.equal(["locked-9"]);
    await others.kill();
    await holding;
  });

  test("on a connection that the server has ended are repeated on another", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(`${server.url}?application_name=removing`), settings);
    for (const name of named("ended")) {
      await session.transact([`CREATE ROLE "${name}"`]);
      await server.column("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'removing'");
      await session.transact([`DROP ROLE "${name}"`], removal(name));
    }
    expect(await left("ended")).to.deep.equal([]);
  });

  test("whose answer is lost after the commit are repeated, and none fails", async () => {
    const url = new URL(server.url);
    await using wire = await cutWire(Number(url.port));
    url.port = String(wire.port);
    await using databases = realDatabases();
    const session = databases.open(at(url.href), settings);
    const users = named("cut");
    await session.transact(users.map((name) => `CREATE ROLE "${name}"`));
    const holder = new pg.Client({ connectionString: server.url });
    await holder.connect();
    await holder.query("BEGIN; COMMENT ON ROLE \"cut-9\" IS 'held'");
    const removing = Promise.all(
      users.map((name) => session.transact([`DROP ROLE IF EXISTS "${name}"`], removal(name))),
    );
    while (
      (await server.column("SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%cut-9%'"))
        .length === 0
    );
    wire.dropAnswers();
    await holder.query("ROLLBACK");
    while ((await left("cut")).length > 0);
    wire.cut();
    await removing;
    await holder.end();
  });

  test("on a lost connection report a refused login", async () => {
    await server.run(["CREATE ROLE remover LOGIN CREATEROLE PASSWORD 'first'"]);
    const url = new URL(server.url);
    [url.username, url.password] = ["remover", "first"];
    await using databases = realDatabases();
    const session = databases.open(at(url.href), settings);
    await session.transact([`CREATE ROLE "removed-1"`]);
    await server.run(["ALTER ROLE remover PASSWORD 'second'"]);
    await server.column("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'remover'");
    const refused = session.transact([`DROP ROLE "removed-1"`], removal("removed-1")).then(
      () => "gone",
      ({ sqlState }: DatabaseRefusal) => sqlState,
    );
    expect(await refused).to.equal("28P01");
  });

  test("end the creation of a user in progress, and remove all others", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(server.url));
    const users = named("making");
    const [latest = "", ...others] = users;
    await session.transact(others.map((name) => `CREATE ROLE "${name}"`));
    await using elsewhere = realDatabases();
    const making = elsewhere
      .open(at(server.url))
      .transact([`CREATE ROLE "${latest}"`, "SELECT pg_sleep(50)"], { subject: latest })
      .then(
        () => "made",
        ({ sqlState }: DatabaseRefusal) => sqlState,
      );
    const asleep = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(50)%' AND wait_event = 'PgSleep'";
    while ((await server.column(asleep)).length === 0);
    await Promise.all(users.map((name) => session.transact([`DROP ROLE IF EXISTS "${name}"`], removal(name))));
    expect(await making).to.equal("57P01");
    expect(await left("making")).to.deep.equal([]);
  });

  test("are not prevented by a user who imitates the application name of a session", async () => {
    await using databases = realDatabases();
    const session = databases.open(at(server.url));
    await session.transact(["CREATE ROLE \"deceiver-1\" LOGIN PASSWORD 'weak'"]);
    await using others = realDatabases();
    const named =
      "SELECT application_name FROM pg_stat_activity WHERE application_name LIKE 'understudy %' AND query LIKE '%pg_sleep(40)%' AND wait_event = 'PgSleep'";
    const about = others
      .open(at(server.url))
      .transact(["SELECT pg_sleep(40)"], { subject: "deceiver-1" })
      .catch(({ sqlState }: DatabaseRefusal) => sqlState);
    let name: string | undefined;
    while (name === undefined) [name] = await server.column(named);
    const url = new URL(server.url);
    [url.username, url.password] = ["deceiver-1", "weak"];
    url.searchParams.set("application_name", name);
    const imitator = others.open(at(url.href));
    const imitating = imitator.transact(["SELECT pg_sleep(40)"]).catch(() => "ended");
    while ((await server.column(named)).length < 2);
    await session.transact([`DROP ROLE IF EXISTS "deceiver-1"`], removal("deceiver-1"));
    expect(await about).to.equal("57P01");
    expect(await left("deceiver")).to.deep.equal([]);
    await others.kill();
    await imitating;
  });

  test("share a transaction only if their statements leave nothing in the session", () => {
    const canShare = (...statements: string[]) => canShareTransaction({ subject: "x", statements });
    expect(
      canShare(`REASSIGN OWNED BY "a;b" TO CURRENT_USER`, ` drop owned by "x"`, `DROP ROLE IF EXISTS "x"`),
    ).to.equal(true);
    expect(canShare(`REVOKE ALL ON ALL TABLES IN SCHEMA public FROM "x"`, `DROP USER x`)).to.equal(true);
    expect(canShare(`SET ROLE other`, `DROP ROLE "x"`)).to.equal(false);
    expect(canShare(`SELECT set_config('role', 'other', false)`)).to.equal(false);
    expect(canShare(`DROP ROLE "x" /* and more`)).to.equal(false);
    expect(canShare(`DROP ROLE "x" -- and more`)).to.equal(false);
    expect(canShare(`DROP ROLE "x`)).to.equal(false);
    expect(canShare(`DROP ROLE "x"; SET ROLE other`)).to.equal(false);
    expect(canShare(`DROP ROLE x$$y`)).to.equal(false);
    expect(canShare(`DROPROLE x`)).to.equal(false);
  });
});

function removal(subject: string) {
  return { subject, isRepeatable: true } as const;
}
