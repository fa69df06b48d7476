import { after, before, suite, test } from "node:test";
import { expect } from "chai";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { embeddedPostgresql } from "#harness/databases/embedded-postgresql.ts";
import { type Cluster, startCluster } from "./cluster.ts";

const rootToken = "root";
const long = "x".repeat(10_000);
const creation_statements = `CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`;
const role = { db_name: "pg", creation_statements };
const staticRole = { db_name: "pg", username: "app", rotation_period: "1h" };
const tooLong = /has 10000 characters; at most 512 are allowed/;
const control = /control characters/;

/** What clients ask with names that are none, and why it is refused. */
const refused = [
  [`roles/${long}`, role, tooLong],
  [`static-roles/${long}`, staticRole, tooLong],
  [`config/${long}`, { plugin_name: "postgresql-database-plugin" }, tooLong],
  ["roles/a%00b", role, control],
  ["static-roles/a%00b", staticRole, control],
  ["static-roles/nul", { ...staticRole, username: "app\0" }, /username must hold no control characters/],
  ["static-roles/long", { ...staticRole, username: long }, tooLong],
  ["config/pg", { username_template: `{{random 20}}${long}` }, /template: longer than 1024 characters/],
  ["config/pg", { username_template: "{{random 20}}\0" }, /"\\u0000" cannot be part of a user's name/],
  ["config/pg", { username_template: '{{random 20}}"; DROP ROLE app; --' }, /cannot be part of a user's name/],
  ["config/pg", { username_template: "{{random 10000}}" }, /random takes a number from 1 to 1024/],
] as const;

suite("names that are none", () => {
  let server: DatabaseServer;
  let cluster: Cluster;
  before(async () => {
    server = await embeddedPostgresql();
    cluster = await startCluster({ name: "Oslo", rootToken });
    await server.run(["CREATE ROLE app LOGIN PASSWORD 'first'"]);
    await call("POST", "sys/mounts/database", { type: "database" });
    const connection = { plugin_name: "postgresql-database-plugin", connection_url: server.url, allowed_roles: "*" };
    await call("POST", "database/config/pg", connection);
  });
  after(async () => {
    await cluster[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  async function call(method: string, path: string, body?: unknown) {
    const reply = await fetch(`${cluster.api}/v1/${path}`, {
      method,
      headers: { "X-Vault-Token": rootToken },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** All that is stored and all users there are. */
  async function everything() {
    const lists = await Promise.all(
      ["config", "roles", "static-roles"].map((kind) => call("LIST", `database/${kind}`)),
    );
    const { body } = await call("GET", "database/config/pg");
    const users = await server.column("SELECT rolname FROM pg_roles ORDER BY 1");
    return [...lists.map((list) => list.body.data?.keys), body.data, users];
  }

  for (const [path, fields, why] of refused) {
    const title = `${path} with ${JSON.stringify(fields)}`.replaceAll(/x{20,}/g, "xxx…");
    test(`${title} is refused, and changes nothing`, async () => {
      const old = await everything();
      const { status, body } = await call("POST", `database/${path}`, fields);
      expect([status, body.errors.join()]).to.satisfy(
        ([code, text]: [number, string]) => code === 400 && why.test(text),
      );
      expect(await everything()).to.deep.equal(old);
      expect(await server.accepts("app", "first")).to.equal(true);
    });
  }

  test("statements with a NUL make no user and no lease; a name of 512 characters gives users like any other", async () => {
    const users = "SELECT rolname FROM pg_roles WHERE rolname LIKE 'v-%'";
    await call("POST", "database/roles/nul", { ...role, creation_statements: `${creation_statements}\0` });
    const { status, body } = await call("GET", "database/creds/nul");
    expect([status, body.errors?.length]).to.deep.equal([500, 1]);
    expect(await server.column(users)).to.deep.equal([]);
    expect((await call("LIST", "sys/leases/lookup/database/creds/nul")).status).to.equal(404);

    const name = "y".repeat(512);
    await call("POST", `database/roles/${name}`, role);
    const { data } = (await call("GET", `database/creds/${name}`)).body;
    expect(await server.column(users)).to.deep.equal([data.username]);
    expect(await server.accepts(data.username, data.password)).to.equal(true);
  });
});
