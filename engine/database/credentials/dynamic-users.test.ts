import { after, before, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "#engine/api/json.ts";
import type { Mounted } from "../mounted.suite.ts";
import { failure, mounted } from "../mounted.suite.ts";
import { type RealServer, realServer } from "../real-server.suite.ts";

let server: RealServer;
const mounts: Mounted[] = [];

before(async () => {
  server = await realServer();
  await server.run(
    "CREATE TABLE marker (note text)",
    "GRANT ALL ON marker TO PUBLIC",
    "GRANT CREATE ON SCHEMA public TO PUBLIC",
    "CREATE ROLE dbadmin WITH LOGIN CREATEROLE PASSWORD 'dbadmin-secret'",
  );
});

after(async () => {
  await Promise.all(mounts.map((mount) => mount.close()));
  await server.stop();
});

const creation = [
  `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'; GRANT SELECT ON marker TO "{{name}}"`,
  "INSERT INTO marker VALUES ('made {{name}}')",
];

async function opened({ connection = {}, role = {} }: { connection?: JsonObject; role?: JsonObject } = {}) {
  const mount = mounted(server.databases);
  mounts.push(mount);
  await mount.call("write", "config/pg", {
    plugin_name: "postgresql-database-plugin",
    connection_url: server.templated,
    username: "postgres",
    password: "p@ss:w/rd?%#",
    allowed_roles: "*",
    ...connection,
  });
  await mount.call("write", "roles/app", { db_name: "pg", creation_statements: creation, ...role });
  return mount;
}

async function users(): Promise<readonly string[]> {
  return server.column("SELECT rolname FROM pg_roles WHERE rolname LIKE 'v-%'");
}

async function credentials(mount: Mounted): Promise<{ username: string; password: string; lease: string }> {
  const answer = await mount.call("read", "creds/app");
  return {
    username: String(answer?.data?.username),
    password: String(answer?.data?.password),
    lease: answer?.lease?.id ?? "",
  };
}

async function revoke(mount: Mounted, lease: string): Promise<void> {
  const internal = mount.leases.get(lease)?.internal;
  if (!internal) throw new Error("no such lease");
  await mount.type.leases?.revoke(internal, mount.context);
}

test("DB-CREDS-01, -02, -05: each request runs all statements and creates a new user who can log in", async () => {
  const mount = await opened({ role: { default_ttl: "1h" } });
  const [one, other] = await Promise.all([credentials(mount), credentials(mount)]);
  expect(one.username).to.match(/^v-token-app-[A-Za-z0-9]{20}-1800000000$/);
  expect(one.username).to.not.equal(other.username);
  expect(await server.accepts(one.username, one.password)).to.equal(true);
  expect(await server.accepts(other.username, other.password)).to.equal(true);
  expect(await server.accepts(one.username, other.password)).to.equal(false);
  expect(await server.column("SELECT note FROM marker WHERE note = $1", `made ${one.username}`)).to.have.length(1);
  const [until] = await server.column(
    "SELECT extract(epoch FROM rolvaliduntil)::bigint FROM pg_roles WHERE rolname = $1",
    one.username,
  );
  expect(Number(until)).to.equal(1_800_000_000 + 3600 + 5);
});

test("two clusters create users on one server concurrently", async () => {
  const [one, other] = [await opened(), await opened()];
  const created = await Promise.all([1, 2, 3, 4].flatMap(() => [credentials(one), credentials(other)]));
  expect(new Set(created.map(({ username }) => username))).to.have.property("size", 8);
  expect(await users()).to.include.members(created.map(({ username }) => username));
});

test("DB-CREDS-04: a revocation removes the user but not its tables, and can be repeated", async () => {
  const mount = await opened();
  const { username, lease } = await credentials(mount);
  await server.run(`CREATE TABLE made_by_user (id int)`, `ALTER TABLE made_by_user OWNER TO "${username}"`);
  await revoke(mount, lease);
  expect(await users()).to.not.include(username);
  const [owner] = await server.column("SELECT tableowner FROM pg_tables WHERE tablename = 'made_by_user'");
  expect(owner).to.equal("postgres");
  await revoke(mount, lease);
});

test("a root user with CREATEROLE only can remove users that own tables", async () => {
  const mount = await opened({
    connection: { username: "dbadmin", password: "dbadmin-secret" },
    role: {
      creation_statements: [
        `CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}'`,
        `GRANT "{{name}}" TO CURRENT_USER; SET ROLE "{{name}}"; CREATE TABLE by_member (id int); RESET ROLE; REVOKE "{{name}}" FROM CURRENT_USER`,
      ],
    },
  });
  const { username, lease } = await credentials(mount);
  await revoke(mount, lease);
  expect(await users()).to.not.include(username);
  expect(await server.column("SELECT tableowner FROM pg_tables WHERE tablename = 'by_member'")).to.deep.equal([
    "dbadmin",
  ]);
});

test("DB-ROLE-12: the role's own statements revoke, also after the role is deleted", async () => {
  const revocation = [`INSERT INTO marker VALUES ('ended {{name}}'); DROP OWNED BY "{{name}}"; DROP ROLE "{{name}}"`];
  const mount = await opened({ role: { revocation_statements: revocation } });
  const { username, lease } = await credentials(mount);
  await mount.call("delete", "roles/app");
  await revoke(mount, lease);
  expect(await users()).to.not.include(username);
  expect(await server.column("SELECT note FROM marker WHERE note = $1", `ended ${username}`)).to.have.length(1);
  await revoke(mount, lease);
});

test("DB-ROLE-14: a renewal extends the validity, by default and by renew_statements", async () => {
  const mount = await opened({
    role: { renew_statements: [`ALTER ROLE "{{name}}" CONNECTION LIMIT 3 VALID UNTIL '{{expiration}}'`] },
  });
  const { username, lease } = await credentials(mount);
  const internal = mount.leases.get(lease)?.internal ?? {};
  await mount.type.leases?.extend(internal, 1_900_000_000_000, mount.context);
  const query = `SELECT extract(epoch FROM rolvaliduntil)::bigint || '/' || rolconnlimit FROM pg_roles WHERE rolname = $1`;
  expect(await server.column(query, username)).to.deep.equal(["1900000005/3"]);
  await mount.call("write", "roles/app", { renew_statements: [] });
  await mount.type.leases?.extend(internal, 1_950_000_000_000, mount.context);
  expect(await server.column(query, username)).to.deep.equal(["1950000005/3"]);
});

test("a renewal uses the current TTLs of the role and fails if the role was deleted", async () => {
  const mount = await opened({ role: { default_ttl: 60, max_ttl: 600 } });
  const internal = { username: "v-x", role: "app", connection: "pg", revocation_statements: [] };
  expect(await mount.type.leases?.terms(internal, mount.context)).to.deep.equal({ ttlSeconds: 60, maxTtlSeconds: 600 });
  await mount.call("delete", "roles/app");
  const { message } = await failure(Promise.resolve(mount.type.leases?.terms(internal, mount.context)));
  expect(message).to.equal('error during renew: could not find role with name "app"');
});

test("DB-CREDS-07, DB-ROLE-13: a failed creation is rolled back and leaves no user and no lease", async () => {
  const mount = await opened({
    role: {
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`, "GARBAGE '{{password}}'"],
      rollback_statements: ["INSERT INTO marker VALUES ('rolled back {{name}}')"],
    },
  });
  const found = await users();
  const { code, message } = await failure(mount.call("read", "creds/app"));
  expect(code).to.equal("failed");
  expect(message).to.equal('failed to execute query: ERROR: syntax error at or near "GARBAGE" (SQLSTATE 42601)');
  expect(mount.leases.size).to.equal(0);
  expect(await users()).to.deep.equal(found);
  expect(await server.column("SELECT note FROM marker WHERE note LIKE 'rolled back v-token-app-%'")).to.have.length(1);
});

test("a lost answer leaks no user: the lease stays until the user is known to be removed", async () => {
  const mount = await opened();
  const found = await users();
  mount.context.leases.grant = ((grant) => async (request) => {
    server.state.disturbance = "silent";
    return grant(request);
  })(mount.context.leases.grant);
  await failure(mount.call("read", "creds/app"));
  server.state.disturbance = "none";
  expect(mount.leases.size).to.equal(1);
  expect(mount.expired, "a lease without a client expires immediately").to.deep.equal([...mount.leases.keys()]);
  for (const lease of mount.leases.keys()) await revoke(mount, lease);
  expect(await users()).to.deep.equal(found);
});

test("an unreachable server causes no lease", async () => {
  const mount = await opened();
  server.state.disturbance = "unreachable";
  const { code } = await failure(mount.call("read", "creds/app"));
  server.state.disturbance = "none";
  expect(code).to.equal("failed");
  expect(mount.leases.size).to.equal(0);
});

test("a lease revoked during the creation of its user removes the user too", async () => {
  const mount = await opened();
  const found = await users();
  let revocation: Promise<void> | undefined;
  Object.assign(mount.context, {
    failpoint: async (name: string) => {
      if (name !== "lease recorded") return;
      revocation = revoke(mount, [...mount.leases.keys()][0] ?? "");
      // Allows a revocation that does not wait to find no user.
      for (let query = 0; query < 10; query += 1) await users();
    },
  });
  await mount.call("read", "creds/app");
  await revocation;
  expect(await users()).to.deep.equal(found);
});

test("DB-CONFIG-08: a connection that cannot log in is refused, and the old one stays in use", async () => {
  const mount = await opened();
  const before = await mount.data("config/pg");
  const { code, message } = await failure(mount.call("write", "config/pg", { password: "not the password" }));
  expect(code).to.equal("refused");
  expect(message).to.match(/^error creating database object: error verifying connection: .*\(SQLSTATE 28P01\)$/);
  expect(await mount.data("config/pg")).to.deep.equal(before);
  await credentials(mount);
  await failure(
    mount.call("write", "config/new", { plugin_name: "postgresql-database-plugin", connection_url: server.templated }),
  );
  expect((await failure(mount.call("read", "config/new"))).code).to.equal("absent");
});

test("DB-CONFIG-09: verify_connection false does not contact the database", async () => {
  const mount = await opened();
  const { opened: before } = server.state;
  await mount.call("write", "config/later", {
    plugin_name: "postgresql-database-plugin",
    connection_url: "postgresql://{{username}}:{{password}}@127.0.0.1:1/none",
    verify_connection: false,
  });
  expect(server.state.opened).to.equal(before);
  expect((await mount.call("list", "config"))?.data).to.deep.equal({ keys: ["later", "pg"] });
});

test("DB-CONFIG-24: a list of settings requires disable_escaping", async () => {
  const settings = {
    connection_url: `host=127.0.0.1 port=${server.port} user={{username}} password={{password}} dbname=postgres`,
    disable_escaping: true,
  };
  const mount = await opened({ connection: settings });
  await credentials(mount);
  const { message } = await failure(mount.call("write", "config/pg", { disable_escaping: false }));
  expect(message).to.include("28P01");
});

test("DB-CONFIG-10, -11, -14: only allowed roles get users, and a change applies to the next request", async () => {
  const mount = await opened({ connection: { allowed_roles: ["app"] } });
  await mount.call("write", "roles/other", { db_name: "pg", creation_statements: creation });
  await credentials(mount);
  const { code, message } = await failure(mount.call("read", "creds/other"));
  expect([code, message]).to.deep.equal(["refused", '"other" is not an allowed role']);
  await mount.call("write", "config/pg", { allowed_roles: [] });
  expect((await failure(mount.call("read", "creds/app"))).message).to.equal('"app" is not an allowed role');
  await mount.call("write", "config/pg", { allowed_roles: ["x", "*"] });
  await credentials(mount);
});

test("DB-RESET-01, -02, -03: a reset closes the session, keeps users, and requires a connection", async () => {
  const mount = await opened();
  const { username, password } = await credentials(mount);
  const before = await mount.data("config/pg");
  const { closed } = server.state;
  await mount.call("write", "reset/pg");
  expect(server.state.closed).to.equal(closed + 1);
  expect(await mount.data("config/pg")).to.deep.equal(before);
  expect(await server.accepts(username, password)).to.equal(true);
  await credentials(mount);
  expect((await failure(mount.call("write", "reset/none"))).code).to.equal("refused");
});

test("DB-CONFIG-03: a role without its connection is refused", async () => {
  const mount = await opened();
  await mount.call("delete", "config/pg");
  const { code, message } = await failure(mount.call("read", "creds/app"));
  expect([code, message]).to.deep.equal(["failed", 'failed to find entry for connection with name: "pg"']);
  await mount.call("delete", "config/pg");
});

test("DB-CONFIG-25: a connection changed by another cluster gets a new session", async () => {
  const mount = await opened();
  await credentials(mount);
  const { closed } = server.state;
  mount.type.changed?.(["role/app", "config/pg"], mount.context);
  await credentials(mount);
  expect(server.state.closed).to.equal(closed + 1);
});

test("DB-CONFIG-18: a password policy may be created after its connection, and determines the passwords", async () => {
  const mount = await opened({ connection: { password_policy: "digits" } });
  const { message } = await failure(mount.call("read", "creds/app"));
  expect(message).to.equal("failed to generate password: no password policy found");
  await mount.call("write", "roles/app", { credential_config: { password_policy: "" } });
  expect((await failure(mount.call("read", "creds/app"))).message).to.include("no password policy found");
  await mount.passwords.write("digits", 'length = 30 rule "charset" { charset = "0123456789" }');
  expect((await credentials(mount)).password).to.match(/^\d{30}$/);
});

test("DB-CREDCONF-01, -02: a role's own password policy has precedence, for that role only", async () => {
  const mount = await opened({ connection: { password_policy: "digits" } });
  await mount.passwords.write("digits", 'length = 30 rule "charset" { charset = "0123456789" }');
  await mount.passwords.write("letters", 'length = 25 rule "charset" { charset = "abc" }');
  const own = { password_policy: "letters" };
  await mount.call("write", "roles/own", { db_name: "pg", creation_statements: creation, credential_config: own });
  expect((await mount.data("creds/own")).password).to.match(/^[abc]{25}$/);
  expect((await credentials(mount)).password).to.match(/^\d{30}$/);
});
