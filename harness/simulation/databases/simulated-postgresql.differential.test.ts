import { after, before, describe, test } from "node:test";
import { expect } from "chai";
import pg from "pg";
import { DatabaseRefusal } from "#engine/ports/databases.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { urlFor } from "#harness/databases/url-for.ts";
import { type SimulatedPostgresql, simulatedPostgresql } from "./simulated-postgresql.ts";

type Who = readonly [user: string, password: string, database?: string];

type Step = Readonly<{ who?: Who; run?: readonly string[]; select?: string; parameters?: readonly string[] }>;

type Outcome = readonly string[] | Readonly<{ sqlState: string; message: string }>;

const root: Who = ["root", "first"];
const app: Who = ["app", "app's"];
const guest: Who = ["guest", "g"];

/** Steps that run on the real and the simulated server. Rows, SQLSTATEs and messages must be equal. */
const steps: readonly Step[] = [
  // Grammar
  { run: ["CREAT ROLE x"] },
  { run: ["CREATE ROLE"] },
  { run: ["CREATE ROLE x PASSWORD"] },
  { run: ["CREATE ROLE x PASSWORD 'unfinished"] },
  { run: ['CREATE ROLE "unfinished'] },
  { run: ['CREATE ROLE ""'] },
  { run: ["CREATE ROLE x PASSWORD 1"] },
  { run: ["CREATE ROLE x PASSWORD $1"] },
  { run: ["CREATE ROLE $1"] },
  { run: ["CREATE ROLE x LOGIN CREATEUSER"] },
  { run: ["CREATE ROLE x UNENCRYPTED PASSWORD 'x'"] },
  { run: ["CREATE ROLE user"] },
  { run: ["CREATE ROLE public"] },
  { run: ['CREATE ROLE "none"'] },
  { run: ["CREATE ROLE 'x'"] },
  { run: ["CREATE ROLE v-token-x"] },
  { run: ["SELECT E'\\"] },
  { run: ["SELECT U&'\\00zz'"] },
  { run: ["SELECT $1"] },
  { run: ["CREATE ROLE x\0 LOGIN"] },
  { run: [""] },
  { run: ["-- nothing", "/* nothing */ ;;"] },

  // Creating roles and logging in
  { run: [`CREATE ROLE "O'Hara ""the"" 1st; DROP" LOGIN PASSWORD 'it''s "quoted" \\ $1 -- ü'`] },
  { who: [`O'Hara "the" 1st; DROP`, `it's "quoted" \\ $1 -- ü`] },
  { who: [`O'Hara "the" 1st; DROP`, "wrong"] },
  { who: [`O'Hara "the" 1st; DROP`, ""] },
  { who: ["no such user", "x"] },
  { run: [`CREATE USER escaped PASSWORD E'tab\\there\\\\ and \\'quote\\''`] },
  { who: ["escaped", "tab\there\\ and 'quote'"] },
  { run: ["CREATE USER dollars PASSWORD $body$a'b$body$"] },
  { who: ["dollars", "a'b"] },
  { run: [`CREATE USER U&"\\0041da" PASSWORD U&'\\0062'`] },
  { who: ["Ada", "b"] },
  { run: ["CREATE USER MixedCase PASSWORD 'x'"] },
  { who: ["mixedcase", "x"] },
  { who: ["MixedCase", "x"] },
  { run: [`CREATE USER "${"long".repeat(20)}" PASSWORD 'x'`] },
  { who: ["long".repeat(20).slice(0, 63), "x"] },
  { run: ["CREATE ROLE idle PASSWORD 'x'"] },
  { who: ["idle", "x"] },
  { who: ["idle", "wrong"] },
  { run: ["CREATE USER bare"] },
  { who: ["bare", "x"] },
  { run: ["CREATE USER blank PASSWORD ''"] },
  { who: ["blank", "x"] },
  {
    run: [
      "CREATE USER hashed PASSWORD 'SCRAM-SHA-256$4096:MTIzNDU2Nzg5MDEyMzQ1Ng==$5ETq/ZW/IW4Rn5fNlpNuVRmS1jR9kGoUy4T5U4pIwuA=:WyBVnLgGCcZL9ZJ5l+ODdkA0TjAqOJ/9CNBnNT6dYJY='",
    ],
  },
  { who: ["hashed", "not it"] },
  { run: ["CREATE USER old PASSWORD 'md5d41d8cd98f00b204e9800998ecf8427e'"] },
  { who: ["old", "x"] },
  { run: ["CREATE ROLE idle"] },
  { run: ["CREATE ROLE pg_mine"] },
  { run: ["CREATE ROLE x LOGIN NOLOGIN"] },
  { run: ["CREATE ROLE x PASSWORD 'a' PASSWORD 'b'"] },
  { run: ["CREATE ROLE x CONNECTION LIMIT -5"] },
  { run: ["CREATE ROLE x IN ROLE nowhere"] },
  { run: ["CREATE ROLE x ROLE nowhere"] },
  { run: ["CREATE USER none_in CONNECTION LIMIT 0 PASSWORD 'x'"] },
  { who: ["none_in", "x"] },
  { who: ["escaped", "tab\there\\ and 'quote'", "no such database"] },

  // Time
  { run: ["CREATE USER late PASSWORD 'x' VALID UNTIL '2001-02-03 04:05:06+0000'"] },
  { who: ["late", "x"] },
  { run: ["ALTER ROLE late VALID UNTIL '2101-02-03 04:05:06.120+02:30'"] },
  { who: ["late", "x"] },
  { select: "SELECT rolvaliduntil FROM pg_roles WHERE rolname = 'late'" },
  { run: ["ALTER ROLE late VALID UNTIL '2101-02-03 10:00:00-0330'"] },
  { select: "SELECT valuntil FROM pg_user WHERE usename = 'late'" },
  { run: ["ALTER ROLE late VALID UNTIL 'infinity'"] },
  { select: "SELECT rolvaliduntil FROM pg_roles WHERE rolname = 'late'" },
  { who: ["late", "x"] },
  { run: ["ALTER ROLE late VALID UNTIL 'soon'"] },
  { run: ["ALTER ROLE late VALID UNTIL '2101-13-01'"] },
  { run: ["ALTER ROLE late VALID UNTIL '2101-02-30'"] },
  { run: ["CREATE ROLE x VALID UNTIL ''"] },

  // Altering, renaming, dropping
  { run: ["ALTER USER escaped PASSWORD 'next'"] },
  { who: ["escaped", "tab\there\\ and 'quote'"] },
  { who: ["escaped", "next"] },
  { run: ["ALTER ROLE escaped PASSWORD NULL"] },
  { who: ["escaped", "next"] },
  { run: ["ALTER ROLE nowhere LOGIN"] },
  { run: ["ALTER ROLE public LOGIN"] },
  { run: ["ALTER ROLE pg_monitor LOGIN"] },
  { run: ["ALTER ROLE postgres NOSUPERUSER"] },
  { run: ["ALTER ROLE dollars RENAME TO pounds"] },
  { who: ["dollars", "a'b"] },
  { who: ["pounds", "a'b"] },
  { run: ["ALTER ROLE dollars RENAME TO euros"] },
  { run: ["ALTER ROLE pounds RENAME TO idle"] },
  { run: ["ALTER ROLE pounds RENAME TO pg_x"] },
  { run: ["ALTER ROLE postgres RENAME TO other"] },
  { run: ["DROP ROLE nowhere"] },
  { run: ["DROP ROLE IF EXISTS nowhere, pounds"] },
  { who: ["pounds", "a'b"] },
  { run: ["DROP ROLE postgres"] },
  { run: ["DROP ROLE pg_monitor"] },
  { run: ["DROP ROLE CURRENT_USER"] },

  // Transactions
  { run: ["CREATE USER half PASSWORD 'x'", "CREATE ROLE idle"] },
  { select: "SELECT count(*) FROM pg_roles WHERE rolname = 'half'" },
  { run: ["ALTER ROLE blank PASSWORD 'x'; DROP ROLE idle", "ALTER ROLE late RENAME TO later", "oops"] },
  { who: ["blank", "x"] },
  { select: "SELECT rolname FROM pg_catalog.pg_roles WHERE rolname IN ('idle', 'late', 'later') ORDER BY rolname" },
  { run: ["CREATE DATABASE inside"] },
  { run: ["CREATE TABLE fleeting (a int)", "INSERT INTO fleeting VALUES (1)", "SELECT b FROM fleeting"] },
  { select: "SELECT a FROM fleeting" },

  // Tables
  { run: ["CREATE TABLE mark (id int PRIMARY KEY, word varchar(5) NOT NULL, good boolean)"] },
  { run: ["CREATE TABLE mark (id int)"] },
  { run: ["CREATE TABLE IF NOT EXISTS mark (id int)"] },
  { run: ["CREATE TABLE nowhere.mark (id int)"] },
  { run: ["CREATE TABLE twice (a int, a text)"] },
  {
    run: [
      "INSERT INTO mark VALUES (1, 'one', true), (2, 'it''s', 'no')",
      "INSERT INTO mark (word, id) VALUES ('many', 10)",
    ],
  },
  { select: "SELECT word FROM mark ORDER BY id DESC" },
  { select: "SELECT good FROM public.mark WHERE id < 3 ORDER BY 1" },
  { select: "SELECT * FROM mark WHERE word = $1", parameters: ["it's"] },
  { select: "SELECT count(*) FROM mark WHERE good IS NULL OR NOT good" },
  { select: "SELECT DISTINCT good FROM mark WHERE good IS NOT NULL ORDER BY good LIMIT 1" },
  { select: "SELECT 'is ' || word FROM mark WHERE word LIKE '%n_' AND id IN (1, 10, 11)" },
  { select: "SELECT m.word FROM mark AS m WHERE m.id::text = '10' AND id <> 1" },
  { select: "SELECT EXISTS (SELECT 1 FROM mark WHERE id = 2)" },
  { select: "SELECT EXISTS (SELECT rolname FROM pg_roles WHERE rolname = $1)", parameters: ["nowhere"] },
  { select: "SELECT word FROM mark WHERE id = $2", parameters: ["1"] },
  { select: "SELECT word FROM mark WHERE id = 1", parameters: ["1"] },
  { select: "SELECT 1; SELECT $1", parameters: ["1"] },
  { select: "SELECT word FROM mark WHERE nothing = 1" },
  { select: "SELECT other.word FROM mark" },
  { select: "SELECT word FROM mark WHERE word = 1" },
  { select: "SELECT word FROM mark WHERE id = 'one'" },
  { select: "SELECT word FROM mark WHERE id" },
  { select: "SELECT word FROM marks" },
  { select: "SELECT word FROM nowhere.mark" },
  { run: ["INSERT INTO mark VALUES (1, 'again', true)"] },
  { run: ["INSERT INTO mark VALUES (3)"] },
  { run: ["INSERT INTO mark VALUES (3, 'longer', true)"] },
  { run: ["INSERT INTO mark VALUES (3, 'x', true, 4)"] },
  { run: ["INSERT INTO mark (id, word) VALUES (3)"] },
  { run: ["INSERT INTO mark (id, nothing) VALUES (3, 4)"] },
  { run: ["INSERT INTO mark VALUES (3, 'x', 4)"] },
  { run: ["INSERT INTO mark VALUES ('three', 'x', true)"] },
  { run: ["INSERT INTO marks VALUES (1)"] },
  { run: ["DROP TABLE marks"] },
  { run: ["DROP TABLE IF EXISTS marks"] },
  { select: "SELECT count(*) FROM mark" },

  // Privileges
  { run: ["CREATE ROLE app LOGIN PASSWORD 'app''s'", "CREATE USER guest PASSWORD 'g'"] },
  { who: app, select: "SELECT word FROM mark" },
  { who: app, run: ["INSERT INTO mark VALUES (4, 'x', true)"] },
  { who: app, run: ["CREATE TABLE mine (a int)"] },
  { who: app, run: ["DROP TABLE mark"] },
  { who: app, run: ["CREATE SCHEMA mine"] },
  { who: app, run: ["CREATE ROLE x"] },
  { who: app, run: ["DROP ROLE guest"] },
  { who: app, run: ["ALTER ROLE guest PASSWORD 'x'"] },
  { who: app, run: ["ALTER ROLE app RENAME TO apple"] },
  { who: app, run: ["ALTER ROLE guest RENAME TO host"] },
  { who: app, run: ["GRANT SELECT ON mark TO guest"] },
  { who: app, run: ["GRANT idle TO app"] },
  { who: app, run: ["DROP OWNED BY guest"] },
  { who: app, run: ["REASSIGN OWNED BY guest TO app"] },
  { who: app, run: ["ALTER ROLE app PASSWORD 'changed'"] },
  { who: app, select: "SELECT 1" },
  { who: ["app", "changed"], run: ["ALTER ROLE app LOGIN"] },
  { who: ["app", "changed"], run: ["ALTER USER CURRENT_USER PASSWORD 'app''s'"] },
  { run: ["GRANT SELECT ON ALL TABLES IN SCHEMA public TO app"] },
  { who: app, select: "SELECT word FROM mark WHERE id = 1" },
  {
    select: "SELECT DISTINCT table_schema FROM information_schema.role_column_grants WHERE grantee = $1",
    parameters: ["app"],
  },
  {
    select:
      "SELECT privilege_type FROM information_schema.role_table_grants WHERE grantee = 'app' AND table_name = 'mark'",
  },
  { run: ["DROP ROLE app"] },
  { run: ["DROP ROLE IF EXISTS app"] },
  { run: ["REVOKE SELECT ON mark FROM app", "DROP ROLE app", "oops"] },
  { run: ["GRANT SELECT ON nothing TO app"] },
  { run: ["GRANT SELECT ON nowhere.mark TO app"] },
  { run: ["GRANT SELECT ON ALL TABLES IN SCHEMA nowhere TO app"] },
  { run: ["GRANT ALL ON DATABASE nowhere TO app"] },
  { run: ["GRANT SELECT ON mark TO nowhere"] },
  { run: ["GRANT CONNECT ON mark TO app"] },
  { run: ["GRANT EXECUTE ON SCHEMA public TO app"] },
  { run: ["GRANT NONSENSE ON mark TO app"] },
  { run: ["GRANT SELECT ON mark TO app WITH GRANT OPTION"] },
  { who: app, run: ["GRANT SELECT ON mark TO guest"] },
  { who: app, run: ["GRANT INSERT ON mark TO guest"] },
  { who: guest, select: "SELECT count(*) FROM mark" },
  { run: ["REVOKE SELECT ON mark FROM app"] },
  { run: ["REVOKE SELECT ON mark FROM app CASCADE"] },
  { who: guest, select: "SELECT count(*) FROM mark" },
  { run: ["DROP ROLE app", "oops"] },
  { run: ["GRANT USAGE, CREATE ON SCHEMA public TO app", "GRANT CONNECT ON DATABASE postgres TO app"] },
  { who: app, run: ["CREATE TABLE mine (a bigint)", "INSERT INTO mine VALUES (99999999999)"] },
  { who: guest, select: "SELECT a FROM mine" },
  { who: app, run: ["GRANT SELECT ON mine TO guest"] },
  { who: guest, select: "SELECT a FROM mine" },
  { run: ["DROP ROLE app"] },
  { run: ["REASSIGN OWNED BY app TO guest", "DROP ROLE app"] },
  { run: ["REASSIGN OWNED BY app TO guest", "DROP OWNED BY app", "DROP ROLE app"] },
  { who: app },
  { who: guest, select: "SELECT a FROM mine" },
  { run: ["DROP OWNED BY guest"] },
  { select: "SELECT a FROM mine" },
  { run: ["DROP OWNED BY postgres"] },
  { run: ["DROP OWNED BY nowhere"] },
  { run: ["REVOKE ALL PRIVILEGES ON ALL TABLES IN SCHEMA public FROM nowhere"] },
  { run: ["ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO guest", "CREATE TABLE later (a int)"] },
  { who: guest, select: "SELECT a FROM later" },
  { run: ["DROP ROLE guest"] },
  { run: ["DROP OWNED BY guest"] },
  { who: guest, select: "SELECT a FROM later" },
  { run: ["DROP ROLE guest", "oops"] },
  { run: ["CREATE USER reader PASSWORD 'x' IN ROLE pg_read_all_data"] },
  { who: ["reader", "x"], select: "SELECT count(*) FROM later" },
  { who: ["reader", "x"], run: ["INSERT INTO later VALUES (1)"] },
  { run: ["DROP ROLE reader"] },

  // Schemas
  { run: ["CREATE SCHEMA side AUTHORIZATION guest"] },
  { run: ["CREATE SCHEMA side"] },
  { run: ["CREATE SCHEMA pg_side"] },
  { run: ["CREATE TABLE side.t (a text)", "INSERT INTO side.t VALUES (12), (true), (null)"] },
  { select: "SELECT a FROM side.t ORDER BY a" },
  { run: ["DROP SCHEMA side"] },
  { run: ["DROP ROLE guest"] },
  { who: ["late", "x"], select: "SELECT a FROM side.t" },
  { run: ["DROP SCHEMA side CASCADE"] },
  { run: ["DROP SCHEMA side"] },

  // A root user that is not a superuser
  { run: ["CREATE ROLE root LOGIN CREATEROLE PASSWORD 'first'"] },
  { who: root, run: ["ALTER ROLE root WITH PASSWORD 'second'"] },
  { who: root },
  { who: ["root", "second"], run: ["ALTER ROLE root WITH PASSWORD 'first'"] },
  { who: root, run: [`CREATE ROLE "v-made" LOGIN PASSWORD 'x' VALID UNTIL '2101-01-01'`] },
  { who: ["v-made", "x"] },
  { who: root, run: [`ALTER ROLE "v-made" VALID UNTIL '2102-01-01' PASSWORD 'y'`] },
  { who: ["v-made", "y"] },
  { who: root, run: ["ALTER ROLE idle PASSWORD 'x'"] },
  { who: root, run: ["ALTER ROLE postgres PASSWORD 'x'"] },
  { who: root, run: [`ALTER ROLE "v-made" SUPERUSER`] },
  { who: root, run: [`ALTER ROLE "v-made" CREATEDB`] },
  { who: root, run: ["CREATE ROLE x SUPERUSER"] },
  { who: root, run: ["CREATE ROLE x REPLICATION"] },
  { who: root, run: ["CREATE ROLE x IN ROLE idle"] },
  { who: root, run: ["GRANT idle TO root"] },
  { who: root, run: ["GRANT postgres TO root"] },
  { who: root, run: [`GRANT SELECT ON mark TO "v-made"`] },
  { who: root, run: [`DROP OWNED BY "v-made"`] },
  { who: root, run: ["DROP ROLE idle"] },
  { who: root, run: ["DROP ROLE postgres"] },
  { who: root, run: ["DROP ROLE root"] },
  { who: root, run: [`ALTER ROLE "v-made" RENAME TO made`] },
  { who: root, run: [`GRANT made TO root`] },
  { who: root, run: ["DROP ROLE made"] },
  { who: ["made", "y"] },
  { who: ["root", "wrong"], run: ["SELECT 1"] },

  // Typical statements of roles of a secrets engine
  {
    run: [
      `CREATE USER "v-web" WITH ENCRYPTED PASSWORD 'A-1a' VALID UNTIL '2101-01-01 00:00:00+0000' INHERIT`,
      'GRANT USAGE ON SCHEMA public TO "v-web"',
      'GRANT CONNECT, TEMP ON DATABASE postgres TO "v-web"',
      'GRANT ALL PRIVILEGES ON ALL TABLES IN SCHEMA public TO "v-web"',
      'GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO "v-web"',
      'GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO "v-web"',
    ],
  },
  { who: ["v-web", "A-1a"], run: ["INSERT INTO mark VALUES (77, 'web', null)"] },
  { run: ['GRANT TRIGGER ON SCHEMA public TO "v-web"'] },
  { run: ['GRANT DELETE ON ALL SEQUENCES IN SCHEMA public TO "v-web"'] },
  { run: ['REVOKE ALL PRIVILEGES ON ALL TABLES IN SCHEMA public FROM "v-web"', 'DROP ROLE "v-web"'] },
  {
    run: [
      'REVOKE ALL PRIVILEGES ON ALL TABLES IN SCHEMA public FROM "v-web"',
      'REVOKE USAGE ON SCHEMA public FROM "v-web"',
      'REVOKE ALL ON DATABASE postgres FROM "v-web"',
      'DROP ROLE IF EXISTS "v-web"',
    ],
  },
  { who: ["v-web", "A-1a"] },
  { select: "SELECT word FROM mark WHERE id = 77" },
  { run: ["CREATE ROLE maker LOGIN CREATEROLE CREATEDB PASSWORD 'x'"] },
  { who: ["maker", "x"], run: ["CREATE ROLE kept ADMIN maker"] },
  { who: ["maker", "x"], run: ["CREATE ROLE made CREATEDB", "CREATE ROLE kept ROLE made"] },
  { run: ["GRANT made TO root WITH ADMIN OPTION"] },
  { who: root, run: ["GRANT made TO maker WITH ADMIN OPTION", "GRANT made TO root WITH ADMIN OPTION"] },
  { select: "SELECT rolcreatedb FROM pg_roles WHERE rolname = 'made'" },
  { run: ["DROP ROLE maker"] },
  { run: ["DROP ROLE made, kept, maker"] },
  { run: ["CREATE GROUP crew USER root"] },
  { run: ["ALTER GROUP crew DROP USER root", "ALTER GROUP crew ADD USER root, nowhere"] },
  { run: ["DROP GROUP crew"] },
  { select: "SELECT rolname FROM pg_roles WHERE rolsuper AND NOT rolname LIKE 'pg\\_%'" },

  // Membership
  { run: ["CREATE ROLE team", "GRANT SELECT ON mark TO team", "GRANT team TO guest"] },
  { who: guest, select: "SELECT count(*) FROM mark" },
  { run: ["GRANT team TO team"] },
  { run: ["GRANT guest TO team"] },
  { run: ["GRANT nowhere TO guest"] },
  { run: ["GRANT team TO nowhere"] },
  { run: ["GRANT team TO guest WITH NONSENSE OPTION"] },
  { run: ["GRANT team TO guest WITH INHERIT FALSE"] },
  { who: guest, select: "SELECT count(*) FROM mark" },
  { run: ["GRANT team TO guest WITH ADMIN OPTION"] },
  { who: guest, run: ["GRANT team TO idle"] },
  { run: ["DROP ROLE guest"] },
  { run: ["REVOKE team FROM guest"] },
  { run: ["REVOKE ADMIN OPTION FOR team FROM guest CASCADE", "REVOKE team FROM guest", "REVOKE team FROM guest"] },
  { run: ["DROP ROLE team"] },
  { run: ["DROP OWNED BY team", "DROP ROLE team"] },
  { run: ["REVOKE CONNECT ON DATABASE postgres FROM PUBLIC"] },
  { who: guest },
  { run: ["GRANT CONNECT ON DATABASE postgres TO PUBLIC"] },
  { who: guest, select: "SELECT current_user" },
  { select: "SELECT rolpassword FROM pg_roles WHERE rolname = 'guest'" },
  { select: "SELECT usename FROM pg_user WHERE usename LIKE 'g%'" },
  { select: "SELECT current_database()" },
  { select: "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'guest'" },
  { run: ["DROP ROLE guest, idle"] },
  { select: "SELECT count(*) FROM pg_roles WHERE rolname IN ('guest', 'idle')" },
];

describe("the simulated PostgreSQL returns the same results as the real one", () => {
  let real: DatabaseServer;
  let simulated: SimulatedPostgresql;
  before(async () => {
    real = await embeddedPostgresql();
    simulated = simulatedPostgresql({ now: () => Date.now() });
  });
  after(() => real[Symbol.asyncDispose]());

  for (const [index, step] of steps.entries()) {
    test(`${index + 1}. ${titleOf(step)}`, async () => {
      expect(bySimulated(simulated, step)).to.deep.equal(await byReal(real, step));
    });
  }

  test("a SCRAM secret from the real server matches its password", async () => {
    await real.run(["CREATE USER scrambled PASSWORD 'p''ä'"]);
    const [secret] = await real.column("SELECT rolpassword FROM pg_authid WHERE rolname = 'scrambled'");
    bySimulated(simulated, { run: [`CREATE USER scrambled PASSWORD '${secret}'`] });
    expect(bySimulated(simulated, { who: ["scrambled", "p'ä"] })).to.deep.equal([]);
    expect(bySimulated(simulated, { who: ["scrambled", "p'a"] })).to.have.property("sqlState", "28P01");
  });
});

function titleOf({ who, run, select }: Step): string {
  const task = run?.join("; ") ?? select ?? "logs in";
  return `${who?.[0] ?? "postgres"}: ${task.slice(0, 120)}`;
}

async function byReal(server: DatabaseServer, { who, run, select, parameters }: Step): Promise<Outcome> {
  const url = new URL(who ? urlFor(server.url, who[0], who[1] || "the driver sends no empty password") : server.url);
  if (who?.[2]) url.pathname = encodeURIComponent(who[2]);
  const client = new pg.Client(url.href);
  client.on("error", () => {});
  try {
    await client.connect();
    if (select !== undefined) {
      const types = { getTypeParser: () => (text: string | Buffer) => String(text) };
      const values = parameters ? [...parameters] : undefined;
      const answer = await client.query<string[]>({ text: select, rowMode: "array", types, ...(values && { values }) });
      return answer.rows.map(([first]) => first ?? "");
    }
    await client.query("BEGIN");
    for (const statement of run ?? []) await client.query(statement);
    await client.query("COMMIT");
    return [];
  } catch (error) {
    if (error instanceof pg.DatabaseError) return { sqlState: error.code ?? "", message: error.message };
    throw error;
  } finally {
    await client.end();
  }
}

function bySimulated(server: SimulatedPostgresql, { who, run, select, parameters = [] }: Step): Outcome {
  const [user, password, database] = who ?? ["postgres", "understudy"];
  try {
    using session = server.connect({ user, password, database: database ?? "postgres" });
    if (select !== undefined) return session.column(select, parameters);
    session.transact(run ?? []);
    return [];
  } catch (error) {
    if (error instanceof DatabaseRefusal) return { sqlState: error.sqlState, message: error.message };
    throw error;
  }
}
