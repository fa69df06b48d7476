import { test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "#engine/api/json.ts";
import type { Problem } from "#engine/api/problem.ts";
import { serviceVersion } from "#engine/api/service-version.ts";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { mounted } from "./mounted.suite.ts";

const agreeable: DatabaseSession = {
  async transact(statements) {
    if (statements.includes("GARBAGE")) throw new DatabaseRefusal("syntax error", "42601");
  },
  settle: async () => {},
  verify: async () => {},
  column: async (_, parameters) => parameters,
  close: async () => {},
};

const plugin_name = "postgresql-database-plugin";
const connection_url = "postgresql://{{username}}:{{password}}@db/shop";

async function opened() {
  const mount = mounted({ open: () => agreeable });
  await mount.call("write", "config/pg", {
    plugin_name,
    connection_url,
    allowed_roles: "*",
    username: "root",
    password: "x",
  });
  return mount;
}

async function refusal(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    const { status, message } = error as Problem;
    return `${status} ${message}`;
  }
  throw new Error("expected a Problem");
}

const role = { db_name: "pg", creation_statements: "CREATE ROLE x; GRANT y TO x, z" };
const staticRole = { db_name: "pg", username: "app", rotation_period: "1h" };

test("DB-CONFIG-01, -06, -21, -22: a connection is read as written, with defaults and without its password", async () => {
  const mount = await opened();
  expect(await mount.data("config/pg")).to.deep.equal({
    plugin_name,
    plugin_version: "",
    connection_details: { connection_url, username: "root" },
    allowed_roles: ["*"],
    root_credentials_rotate_statements: [],
    root_rotation_statements: [],
    password_policy: "",
    verify_connection: true,
  });
});

test("DB-CONFIG-04, -05, -07: unknown plugins and versions are refused, and nothing is stored", async () => {
  const mount = await opened();
  const base = { connection_url, verify_connection: false };
  for (const [fields, text] of [
    [base, "400 empty plugin name"],
    [{ ...base, plugin_name: "nosuch" }, "400 error creating database object: plugin not found in the catalog: nosuch"],
    [
      { ...base, plugin_name, plugin_version: "bogus" },
      '400 error creating database object: version "bogus" is not a valid semantic version: Malformed version: bogus',
    ],
    [
      { ...base, plugin_name, plugin_version: "9.9.9" },
      `400 error creating database object: plugin not found in the catalog: ${plugin_name}, version 9.9.9`,
    ],
    [{ plugin_name, verify_connection: false }, "400 error creating database object: connection_url cannot be empty"],
  ] as const) {
    expect(await refusal(mount.call("write", "config/new", fields))).to.equal(text);
    expect(await refusal(mount.call("read", "config/new"))).to.equal("404 ");
  }
  await mount.call("write", "config/pg", { plugin_version: `v${serviceVersion}+builtin.vault` });
  expect(await mount.data("config/pg")).to.include({ plugin_version: `v${serviceVersion}+builtin.vault` });
});

test("a literal password in connection_url causes a warning and is masked", async () => {
  const mount = await opened();
  const answer = await mount.call("write", "config/pg", { connection_url: "postgresql://root:secret@db/shop" });
  expect(answer?.warnings?.[0]).to.match(/^Password found in connection_url, /);
  const { connection_details } = await mount.data("config/pg");
  expect(connection_details).to.deep.include({ connection_url: "postgresql://root:xxxxx@db/shop" });
});

test("DB-ROLE-01, -07, -11, -15: a role is read as written, with defaults, and an update keeps omitted fields", async () => {
  const mount = await opened();
  await mount.call("write", "roles/app", { ...role, default_ttl: "1h", max_ttl: 7200 });
  const stored = {
    db_name: "pg",
    creation_statements: [role.creation_statements],
    revocation_statements: [],
    rollback_statements: [],
    renew_statements: [],
    default_ttl: 3600,
    max_ttl: 7200,
    credential_type: "password",
    credential_config: {},
  };
  expect(await mount.data("roles/app")).to.deep.equal(stored);
  await mount.call("write", "roles/app", { revocation_statements: ["DROP ROLE x"] });
  expect(await mount.data("roles/app")).to.deep.equal({ ...stored, revocation_statements: ["DROP ROLE x"] });
});

test("DB-ROLE-04, -05, -16, -17: an invalid role is refused and changes nothing", async () => {
  const mount = await opened();
  await mount.call("write", "roles/app", role);
  const stored = await mount.data("roles/app");
  const refused: readonly (readonly [JsonObject, string])[] = [
    [{ db_name: "" }, "400 database name is required"],
    [{ creation_statements: [] }, "400 empty creation statements"],
    [{ default_ttl: "2h", max_ttl: "1h" }, "400 default_ttl cannot be greater than max_ttl"],
    [{ credential_type: "bogus" }, '400 invalid credential_type "bogus"'],
    [{ credential_type: "rsa_private_key" }, '400 unsupported credential_type: "rsa_private_key"'],
    [{ credential_config: { other: "x" } }, "400 credential_config validation failed: other is no option of password"],
    [
      { credential_config: "x=y" },
      "400 error converting input for field \"credential_config\": '' expected a map, got 'string'",
    ],
    [{ default_ttl: "soon" }, '400 error converting input for field "default_ttl": time: invalid duration "soon"'],
  ];
  for (const [fields, text] of refused) {
    expect(await refusal(mount.call("write", "roles/app", fields))).to.equal(text);
    expect(await mount.data("roles/app")).to.deep.equal(stored);
  }
  expect(await refusal(mount.call("write", "roles/new", { db_name: "pg" }))).to.equal("400 empty creation statements");
  await mount.call("write", "roles/early", { ...role, db_name: "later", credential_type: "rsa_private_key" });
});

test("DB-STATIC-05, -06, -07: an invalid static role is refused and does not change its user", async () => {
  const mount = await opened();
  for (const [left, text] of [
    ["db_name", "400 database name is a required field"],
    ["username", "400 username is a required field to create a static account"],
    ["rotation_period", "400 rotation_period is required to create static accounts"],
  ] as const) {
    const { [left]: _, ...fields } = staticRole;
    expect(await refusal(mount.call("write", "static-roles/app", fields))).to.equal(text);
  }
  for (const rotation_period of [4, "4s", "4999ms", 0]) {
    const text = "400 rotation_period must be 5 seconds or more";
    expect(await refusal(mount.call("write", "static-roles/app", { ...staticRole, rotation_period }))).to.equal(text);
  }
  expect(await refusal(mount.call("write", "static-roles/app", { ...staticRole, rotation_period: -10 }))).to.match(
    /^400 /,
  );
  expect(await refusal(mount.call("write", "static-roles/app", { ...staticRole, db_name: "none" }))).to.equal(
    '500 failed to find entry for connection with name: "none"',
  );
  const garbage = { ...staticRole, rotation_statements: ["GARBAGE"] };
  expect(await refusal(mount.call("write", "static-roles/app", garbage))).to.match(/^500 error setting credentials: /);
  expect(await refusal(mount.call("list", "static-roles"))).to.equal("404 ");
  await mount.call("write", "static-roles/app", { ...staticRole, rotation_period: "5s" });
});

test("an update of a static role cannot change its user or database, and keeps omitted fields", async () => {
  const mount = await opened();
  await mount.call("write", "static-roles/app", staticRole);
  expect(await refusal(mount.call("write", "static-roles/app", { username: "other" }))).to.equal(
    "400 cannot update static account username",
  );
  expect(await refusal(mount.call("write", "static-roles/app", { db_name: "other" }))).to.match(/^400 cannot update/);
  await mount.call("write", "static-roles/app", { rotation_statements: ["ALTER ROLE x"] });
  expect(await mount.data("static-roles/app")).to.include({ username: "app", rotation_period: 3600 });
});

test("DB-ROLE-02, DB-STATIC-02, DB-CREDS-06, DB-STATICCREDS-03, DB-ROTROLE-04: dynamic and static roles are separate", async () => {
  const mount = await opened();
  await mount.call("write", "roles/dynamic", role);
  await mount.call("write", "static-roles/static", staticRole);
  expect((await mount.call("list", "roles"))?.data).to.deep.equal({ keys: ["dynamic"] });
  expect((await mount.call("list", "static-roles"))?.data).to.deep.equal({ keys: ["static"] });
  const unique = "400 Role and Static Role names must be unique";
  expect(await refusal(mount.call("write", "roles/static", role))).to.equal(unique);
  expect(await refusal(mount.call("write", "static-roles/dynamic", staticRole))).to.equal(unique);
  expect(await refusal(mount.call("read", "creds/static"))).to.equal("400 unknown role: static");
  expect(await refusal(mount.call("read", "static-creds/dynamic"))).to.equal("400 unknown role: dynamic");
  expect(await refusal(mount.call("write", "rotate-role/dynamic"))).to.equal("400 no static role found for role name");
});

test("DB-CAP-01, -02: writes distinguish between create and update", async () => {
  const mount = await opened();
  await mount.call("write", "roles/a", role);
  await mount.call("write", "static-roles/b", staticRole);
  for (const path of ["config/pg", "roles/a", "static-roles/b"]) expect(await mount.exists(path), path).to.equal(true);
  for (const path of ["config/x", "roles/b", "static-roles/a"]) expect(await mount.exists(path), path).to.equal(false);
});

test("a lease has the TTLs and statements of its role", async () => {
  const mount = await opened();
  await mount.call("write", "roles/app", { ...role, default_ttl: 60, max_ttl: 600, revocation_statements: "R" });
  const answer = await mount.call("read", "creds/app");
  const lease = mount.leases.get(answer?.lease?.id ?? "");
  expect(lease).to.deep.include({ ttlSeconds: 60, maxTtlSeconds: 600 });
  expect(lease?.internal).to.deep.equal({
    username: answer?.data?.username,
    role: "app",
    connection: "pg",
    revocation_statements: ["R"],
  });
});
