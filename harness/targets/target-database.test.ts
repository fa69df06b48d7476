import { after, before, test } from "node:test";
import { expect } from "chai";
import pg from "pg";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { databaseLeftovers, targetDatabase } from "./target-database.ts";

let server: DatabaseServer;
before(async () => {
  server = await embeddedPostgresql();
});
after(() => server[Symbol.asyncDispose]());

async function opened() {
  const { username, password, host } = new URL(server.url);
  const address = `postgresql://${host}/postgres`;
  return targetDatabase(
    { harness: address, service: address, user: username, passwordVariable: "DATABASE_PASSWORD", supports: [] },
    { DATABASE_PASSWORD: decodeURIComponent(password) },
  );
}

function sessionUrl(database: string): string {
  const { host } = new URL(server.url);
  return `postgresql://Ada:a@${host}/${encodeURIComponent(database)}`;
}

const names = async () => [
  ...(await server.column("SELECT datname FROM pg_catalog.pg_database ORDER BY 1")),
  ...(await server.column("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'public' ORDER BY 1")),
  ...(await server.column("SELECT rolname FROM pg_catalog.pg_roles WHERE rolname NOT LIKE 'pg\\_%' ORDER BY 1")),
];

test("databases, tables and users that a scenario created are dropped, also with open sessions", async () => {
  await server.run([`CREATE ROLE "was there"`, `CREATE DATABASE shop`]);
  const earlier = await names();
  {
    await using target = await opened();
    await target.run([
      `CREATE DATABASE "warehouse ""new"""`,
      `create table if not exists "stock" (n int)`,
      `CREATE ROLE "Ada" LOGIN PASSWORD 'a'`,
      `CREATE USER "was there too"`,
    ]);
    await server.run([`CREATE ROLE issued LOGIN PASSWORD 'b'`, "CREATE TABLE left_by_others (n int)"]);
    target.noteUser("issued");
    target.noteUser("was there");
    const session = new pg.Client({ connectionString: sessionUrl('warehouse "new"') });
    // The server ends the session with an error.
    session.on("error", () => {});
    const ended = new Promise((resolve) => void session.once("end", resolve));
    await session.connect();
    expect(await target.clear()).to.deep.equal([]);
    await ended;
  }
  await server.run(["DROP TABLE left_by_others"]);
  expect(await names()).to.deep.equal(earlier);
});

test("objects of killed runs are found by their mark, and those of chosen runs are dropped", async () => {
  const marked = "shop_understudy_0a1b2c_01234567";
  const others = ["shop_understudy_ffffff_01234567", "shop_0a1b2c_01234567", "understudy_0a1b2c_1"];
  for (const name of [marked, ...others]) await server.run([`CREATE ROLE "${name}"`, `CREATE TABLE "${name}" (n int)`]);
  await server.run([`CREATE DATABASE "${marked}"`]);
  const leftovers = await databaseLeftovers(server, "understudy-0a1b2c-");
  expect(leftovers.found).to.deep.equal([`database ${marked}`, `table ${marked}`, `database user ${marked}`]);
  expect(await leftovers.drop()).to.deep.equal([]);
  const left = await names();
  expect(left).not.to.include(marked);
  expect(left.filter((name) => others.includes(name))).to.have.length(2 * others.length);
  const all = await databaseLeftovers(server, undefined);
  expect(all.found).to.deep.equal([`table ${others[0]}`, `database user ${others[0]}`]);
  // Another object that needs the table keeps it from being dropped without CASCADE, which includes that object.
  await server.run([`CREATE VIEW needs AS SELECT * FROM "${others[0]}"`]);
  expect(await all.drop()).to.deep.equal([]);
});
