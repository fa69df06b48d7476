import { describe, test } from "node:test";
import { expect } from "chai";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import { simulatedPostgresql } from "./simulated-postgresql.ts";

const administrator = { user: "postgres", password: "understudy", database: "postgres" };
const ada = { user: "ada", password: "a", database: "postgres" };

function aServer() {
  let instant = Date.UTC(2030, 0, 1);
  const server = simulatedPostgresql({ now: () => instant });
  const pass = (milliseconds: number) => {
    instant += milliseconds;
  };
  return { server, pass, postgres: server.connect(administrator) };
}

function sqlStateOf(task: () => unknown): string {
  try {
    task();
  } catch (error) {
    if (error instanceof DatabaseRefusal) return error.sqlState;
    throw error;
  }
  return "accepted";
}

test("a password expires by the server's clock", () => {
  const { server, pass, postgres } = aServer();
  postgres.transact(["CREATE USER ada PASSWORD 'a' VALID UNTIL '2030-01-01 01:00:00+0000'"]);
  pass(3_600_000);
  server.connect(ada).verify();
  pass(1);
  expect(sqlStateOf(() => server.connect(ada))).to.equal("28P01");
});

describe("sessions", () => {
  test("continue after a password change, and fail after their role is dropped", () => {
    const { server, postgres } = aServer();
    postgres.transact(["CREATE USER ada PASSWORD 'a'"]);
    const session = server.connect(ada);
    postgres.transact(["ALTER USER ada PASSWORD 'b'", "ALTER USER ada RENAME TO eve"]);
    expect(session.column("SELECT current_user", [])).to.deep.equal(["eve"]);
    postgres.transact(["DROP ROLE eve"]);
    expect(sqlStateOf(() => session.verify())).to.equal("28000");
  });

  test("fail at the next statement after their termination, and are no longer listed", () => {
    const { server, postgres } = aServer();
    postgres.transact(["CREATE USER ada PASSWORD 'a'"]);
    const session = server.connect(ada);
    const terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'ada'";
    expect(postgres.column(terminate, [])).to.deep.equal(["t"]);
    expect(sqlStateOf(() => session.verify())).to.equal("57P01");
    expect(postgres.column(terminate, [])).to.deep.equal([]);
  });

  test("are limited in number, and closing one frees its slot", () => {
    const { server, postgres } = aServer();
    postgres.transact(["CREATE USER ada PASSWORD 'a' CONNECTION LIMIT 1"]);
    const first = server.connect(ada);
    expect(sqlStateOf(() => server.connect(ada))).to.equal("53300");
    first.close();
    server.connect(ada).verify();
    expect(sqlStateOf(() => first.verify())).to.equal("57P01");
  });

  test("exhaust the server if they are never closed", () => {
    const { server } = aServer();
    expect(
      sqlStateOf(() => {
        for (let count = 0; count <= 100; count++) server.connect(administrator);
      }),
    ).to.equal("53300");
  });
});

test("databases share only roles", () => {
  const { server, postgres } = aServer();
  postgres.run(["CREATE USER ada PASSWORD 'a'", "CREATE DATABASE shop", "CREATE TABLE mark (a int)"]);
  using shop = server.connect({ ...administrator, database: "shop" });
  expect(sqlStateOf(() => shop.column("SELECT a FROM mark", []))).to.equal("42P01");
  shop.run(["CREATE TABLE mark (a int)", "GRANT SELECT ON mark TO ada"]);
  expect(sqlStateOf(() => postgres.run(["DROP DATABASE shop"]))).to.equal("55006");
  expect(sqlStateOf(() => postgres.run(["DROP OWNED BY ada", "DROP ROLE ada"]))).to.equal("2BP01");
  shop.close();
  postgres.run(["DROP DATABASE shop", "DROP ROLE ada"]);
});

test("a failed transaction undoes all kinds of changes", () => {
  const { server, postgres } = aServer();
  postgres.run([
    "CREATE USER ada PASSWORD 'a'",
    "CREATE ROLE team",
    "CREATE TABLE mark (a int)",
    "INSERT INTO mark VALUES (1)",
  ]);
  const changes = [
    "ALTER ROLE ada PASSWORD 'b'",
    "ALTER ROLE team RENAME TO crew",
    "GRANT crew TO ada",
    "GRANT SELECT ON mark TO crew",
    "INSERT INTO mark VALUES (2)",
    "CREATE SCHEMA side",
    "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO ada",
  ];
  expect(sqlStateOf(() => postgres.transact([...changes, "DROP TABLE mark", "oops"]))).to.equal("42601");
  const session = server.connect(ada);
  expect(sqlStateOf(() => session.column("SELECT a FROM mark", []))).to.equal("42501");
  expect(postgres.column("SELECT a FROM mark", [])).to.deep.equal(["1"]);
  postgres.transact(["CREATE SCHEMA side", "DROP ROLE team, ada"]);
});

describe("refuses unsupported statements as such", () => {
  const beyond = [
    "DO $$ BEGIN CREATE ROLE x; END $$",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "BEGIN",
    "SET ROLE postgres",
    "ALTER ROLE postgres SET search_path = x",
    "UPDATE mark SET a = 2",
    "DELETE FROM mark",
    "CREATE TABLE x (a int DEFAULT 1)",
    "CREATE TABLE x (a numeric)",
    "CREATE TEMP TABLE x (a int)",
    "ALTER TABLE mark OWNER TO postgres",
    "GRANT SELECT (a) ON mark TO PUBLIC",
    "REVOKE SELECT ON mark FROM postgres",
    "SELECT a, count(*) FROM mark GROUP BY a",
    "SELECT 1 UNION SELECT 2",
    "SELECT pg_sleep(1)",
    "SELECT max(a) FROM mark",
    "SELECT a FROM mark FOR UPDATE",
    "SELECT relname FROM pg_class",
    "SELECT datdba FROM pg_database",
    "INSERT INTO mark VALUES (1) RETURNING a",
    "INSERT INTO mark VALUES (1) ON CONFLICT DO NOTHING",
    "ALTER ROLE postgres VALID UNTIL 'tomorrow'",
  ];
  for (const statement of beyond) {
    test(statement, () => {
      const { postgres } = aServer();
      postgres.run(["CREATE TABLE mark (a int)"]);
      expect(() => postgres.transact([statement]))
        .to.throw(DatabaseRefusal, /^feature not supported by the simulated PostgreSQL: /)
        .with.property("sqlState", "0A000");
    });
  }
});

test("no query or error shows a password", () => {
  const { postgres } = aServer();
  postgres.run(["CREATE USER ada PASSWORD 'hush'"]);
  expect(postgres.column("SELECT rolpassword FROM pg_roles WHERE rolname = 'ada'", [])).to.deep.equal(["********"]);
  expect(postgres.column("SELECT passwd FROM pg_user WHERE usename = 'ada'", [])).to.deep.equal(["********"]);
  expect(() => postgres.transact(["ALTER USER ada PASSWORD 'hush' PASSWORD 'hush'"])).to.throw(/^((?!hush).)*$/);
});
