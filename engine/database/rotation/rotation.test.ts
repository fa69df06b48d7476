import { after, before, test } from "node:test";
import { expect } from "chai";
import type { JsonObject } from "#engine/api/json.ts";
import { failure, type Mounted, mounted, newWorld, type World } from "../mounted.suite.ts";
import { type RealServer, realServer } from "../real-server.suite.ts";

let server: RealServer;
let users = 0;
const mounts: Mounted[] = [];

before(async () => {
  server = await realServer();
  await server.run("CREATE TABLE marker (note text)", "GRANT ALL ON marker TO PUBLIC");
});

after(async () => {
  await Promise.all(mounts.map((mount) => mount.close()));
  await server.stop();
});

function open(world: World): Mounted {
  const mount = mounted(server.databases, world);
  mounts.push(mount);
  return mount;
}

async function opened(connection: JsonObject = {}) {
  users += 1;
  const [root, user] = [`root ${users}`, `user"${users}`];
  await server.run(
    `CREATE ROLE "${root}" WITH LOGIN SUPERUSER PASSWORD 'root-initial'`,
    `CREATE ROLE "${user.replace('"', '""')}" WITH LOGIN PASSWORD 'user-initial'`,
  );
  const world = newWorld();
  const mount = open(world);
  await mount.call("write", "config/pg", {
    plugin_name: "postgresql-database-plugin",
    connection_url: server.templated,
    username: root,
    password: "root-initial",
    allowed_roles: ["*"],
    ...connection,
  });
  const role = { db_name: "pg", username: user, rotation_period: "1h" };
  return { mount, world, root, user, role };
}

async function password(mount: Mounted, role = "app"): Promise<string> {
  return String((await mount.data(`static-creds/${role}`)).password);
}

async function rootPassword(mount: Mounted): Promise<{ password: string; pending: string | null }> {
  const stored = JSON.parse((await mount.context.storage.read("shared", "config/pg")) ?? "{}");
  return { password: stored.details.password, pending: stored.pendingPassword };
}

test("DB-STATIC-01, -08, DB-STATICCREDS-01: a new static role rotates immediately, and shows the valid password", async () => {
  const { mount, user, role } = await opened();
  await mount.call("write", "static-roles/app", role);
  const credentials = await mount.data("static-creds/app");
  expect(credentials).to.deep.include({ username: user, rotation_period: 3600, ttl: 3600 });
  expect(credentials.last_vault_rotation).to.match(/^2027-01-15T08:00:00\.0+Z$/);
  expect(await server.accepts(user, String(credentials.password))).to.equal(true);
  expect(await server.accepts(user, "user-initial")).to.equal(false);
  expect(await mount.data("static-roles/app")).to.deep.equal({
    ...role,
    rotation_period: 3600,
    rotation_statements: [],
    credential_type: "password",
    credential_config: {},
    last_vault_rotation: credentials.last_vault_rotation,
  });
});

test("DB-STATIC-10: a static role whose first rotation fails is not stored, and no user is created", async () => {
  const { mount, role } = await opened();
  const rotation_statements = [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`];
  const missing = { ...role, username: "no such user", rotation_statements };
  const { code, message } = await failure(mount.call("write", "static-roles/app", missing));
  expect(code).to.equal("failed");
  expect(message).to.include('role "no such user" does not exist (SQLSTATE 42704)');
  expect((await failure(mount.call("read", "static-roles/app"))).code).to.equal("absent");
  expect(await server.column("SELECT rolname FROM pg_roles WHERE rolname = 'no such user'")).to.deep.equal([]);
  expect(await mount.context.storage.keys("shared", "rotation/")).to.deep.equal([]);
});

test("DB-STATIC-09, -11: the password is rotated automatically once per period, with the role's statements", async () => {
  const { mount, world, user, role } = await opened();
  const rotation_statements = [`ALTER ROLE "{{name}}" PASSWORD '{{password}}'; INSERT INTO marker VALUES ('{{name}}')`];
  await mount.call("write", "static-roles/app", { ...role, rotation_period: 5, rotation_statements });
  for (const round of [1, 2, 3]) {
    const old = await password(mount);
    world.pass(4);
    await mount.settled();
    expect(await password(mount)).to.equal(old);
    expect(await mount.data("static-creds/app")).to.include({ ttl: 1 });
    world.pass(1);
    await mount.settled();
    expect(await server.accepts(user, old)).to.equal(false);
    expect(await server.accepts(user, await password(mount))).to.equal(true);
    expect(await server.column("SELECT note FROM marker WHERE note = $1", user)).to.have.length(round + 1);
  }
});

test("DB-ROTROLE-01, -02, -03: rotate-role rotates one role immediately and restarts its period", async () => {
  const { mount, world, user, role } = await opened();
  const { user: otherUser } = await opened();
  await mount.call("write", "static-roles/app", { ...role, rotation_period: 20 });
  await mount.call("write", "static-roles/other", { ...role, username: otherUser });
  const [old, other] = [await password(mount), await password(mount, "other")];
  world.pass(15);
  await mount.call("write", "rotate-role/app");
  const rotated = await password(mount);
  expect(rotated).to.not.equal(old);
  expect(await server.accepts(user, old)).to.equal(false);
  world.pass(19);
  await mount.settled();
  expect(await password(mount)).to.equal(rotated);
  world.pass(1);
  await mount.settled();
  expect(await password(mount)).to.not.equal(rotated);
  expect(await password(mount, "other")).to.equal(other);
  expect((await failure(mount.call("write", "rotate-role/none"))).message).to.equal(
    "no static role found for role name",
  );
});

test("an update changes the schedule without a rotation", async () => {
  const { mount, world, role } = await opened();
  await mount.call("write", "static-roles/app", role);
  const old = await password(mount);
  world.pass(10);
  await mount.call("write", "static-roles/app", { rotation_period: 60 });
  expect(await mount.data("static-creds/app")).to.include({ password: old, ttl: 50, rotation_period: 60 });
  world.pass(50);
  await mount.settled();
  expect(await password(mount)).to.not.equal(old);
});

test("DB-STATIC-03, -04: a deleted static role is not rotated, and its user stays", async () => {
  const { mount, world, user, role } = await opened();
  await mount.call("write", "static-roles/app", { ...role, rotation_period: 5 });
  const last = await password(mount);
  await mount.call("delete", "static-roles/app");
  world.pass(60);
  await mount.settled();
  expect(await server.accepts(user, last)).to.equal(true);
  expect((await failure(mount.call("read", "static-creds/app"))).message).to.equal("unknown role: app");
});

test("DB-CONFIG-13: a role that is not allowed cannot be created, read or rotated", async () => {
  const { mount, user, role } = await opened();
  await mount.call("write", "static-roles/app", role);
  const validPassword = await password(mount);
  await mount.call("write", "config/pg", { allowed_roles: ["other"] });
  for (const [verb, path] of [
    ["read", "static-creds/app"],
    ["write", "rotate-role/app"],
  ] as const) {
    expect((await failure(mount.call(verb, path))).message).to.include('"app" is not an allowed role');
  }
  expect((await failure(mount.call("write", "static-roles/new", role))).message).to.include("not an allowed role");
  expect(await server.accepts(user, validPassword)).to.equal(true);
});

test("a failed rotation is retried after 10 s with the same password, and the old one is shown until then", async () => {
  const { mount, world, user, role } = await opened();
  await mount.call("write", "static-roles/app", { ...role, rotation_period: 60 });
  const old = await password(mount);
  server.state.disturbance = "unreachable";
  world.pass(60);
  await mount.settled();
  expect(mount.warnings).to.have.length(1);
  expect(await mount.data("static-creds/app")).to.include({ password: old, ttl: 0 });
  const announced = await mount.context.storage.read("shared", "rotation/app");
  world.pass(10);
  await mount.settled();
  expect(await mount.context.storage.read("shared", "rotation/app")).to.equal(announced);
  server.state.disturbance = "none";
  world.pass(10);
  await mount.settled();
  expect(await password(mount)).to.equal(JSON.parse(announced ?? "{}").password);
  expect(await server.accepts(user, await password(mount))).to.equal(true);
});

test("rotate-role with an unreachable server reports that it will be retried, and is retried", async () => {
  const { mount, world, user, role } = await opened();
  await mount.call("write", "static-roles/app", role);
  const old = await password(mount);
  server.state.disturbance = "unreachable";
  const { code, message } = await failure(mount.call("write", "rotate-role/app"));
  server.state.disturbance = "none";
  expect(code).to.equal("failed");
  expect(message).to.match(
    /^unable to finish rotating credentials; retries will continue .*: error setting credentials: /,
  );
  world.pass(10);
  await mount.settled();
  expect(await password(mount)).to.not.equal(old);
  expect(await server.accepts(user, await password(mount))).to.equal(true);
});

test("an update of a role completes its pending rotation immediately", async () => {
  const { mount, world, user, role } = await opened();
  await mount.call("write", "static-roles/app", role);
  server.state.disturbance = "silent";
  await failure(mount.call("write", "rotate-role/app"));
  server.state.disturbance = "none";
  await mount.call("write", "static-roles/app", { rotation_period: "2h" });
  world.pass(0);
  await mount.settled();
  expect(await server.accepts(user, await password(mount))).to.equal(true);
});

for (const failpoint of ["rotation announced", "rotation done in the database"]) {
  test(`a crash at "${failpoint}" lets the next primary show the valid password`, async () => {
    const { mount, world, user, role } = await opened();
    await mount.call("write", "static-roles/app", role);
    await mount.stopAt(failpoint, "write", "rotate-role/app");
    const next = open(world);
    await next.resume();
    world.pass(0);
    await next.settled();
    expect(await server.accepts(user, await password(next))).to.equal(true);
    expect(await next.context.storage.keys("shared", "rotation/")).to.deep.equal([]);
    world.pass(3600);
    const validPassword = await password(next);
    await next.settled();
    expect(await password(next)).to.not.equal(validPassword);
  });

  test(`a crash at "${failpoint}" of the first rotation creates the role completely or not at all`, async () => {
    const { mount, world, user, role } = await opened();
    await mount.stopAt(failpoint, "write", "static-roles/app", role);
    expect((await failure(mount.call("read", "static-roles/app"))).code).to.equal("absent");
    const next = open(world);
    await next.resume();
    world.pass(0);
    await next.settled();
    expect(await next.context.storage.keys("shared", "rotation/")).to.deep.equal([]);
    if (failpoint === "rotation announced") {
      expect((await failure(next.call("read", "static-roles/app"))).code).to.equal("absent");
      expect(await server.accepts(user, "user-initial")).to.equal(true);
    } else expect(await server.accepts(user, await password(next))).to.equal(true);
  });
}

test("only the primary rotates automatically, and a new primary performs overdue rotations immediately", async () => {
  const { mount, world, user, role } = await opened();
  await mount.call("write", "static-roles/app", { ...role, rotation_period: 5 });
  const old = await password(mount);
  await mount.becomePrimary(false);
  world.pass(60);
  await mount.settled();
  expect(await password(mount)).to.equal(old);
  expect(await server.accepts(user, old)).to.equal(true);
  await mount.becomePrimary(true);
  world.pass(0);
  await mount.settled();
  expect(await password(mount)).to.not.equal(old);
});

test("DB-ROTROOT-01, -02, -03: rotate-root replaces the password in use, and no response shows it", async () => {
  const { mount, root, role } = await opened();
  expect(await mount.call("write", "rotate-root/pg")).to.equal(undefined);
  expect(await server.accepts(root, "root-initial")).to.equal(false);
  const { password: rotated, pending } = await rootPassword(mount);
  expect(pending).to.equal(null);
  expect(await server.accepts(root, rotated)).to.equal(true);
  expect(JSON.stringify(await mount.data("config/pg"))).to.not.include(rotated);
  await mount.call("write", "reset/pg");
  await mount.call("write", "static-roles/app", role);
});

test("DB-CONFIG-18: the connection's password policy applies to static users and the root user", async () => {
  const { mount, user, root, role } = await opened({ password_policy: "digits" });
  const attempt = await failure(mount.call("write", "static-roles/app", role));
  expect(attempt.message).to.equal("failed to generate password: no password policy found");
  await mount.passwords.write("digits", 'length = 30 rule "charset" { charset = "0123456789" }');
  await mount.call("write", "static-roles/app", role);
  expect(await password(mount)).to.match(/^\d{30}$/);
  expect(await server.accepts(user, await password(mount))).to.equal(true);
  await mount.call("write", "rotate-root/pg");
  const { password: stored } = await rootPassword(mount);
  expect(stored).to.match(/^\d{30}$/);
  expect(await server.accepts(root, stored)).to.equal(true);
});

test("DB-ROTROOT-04, DB-CONFIG-15: statements that fail or change nothing leave the old root password in use", async () => {
  const { mount, root, role } = await opened({ root_rotation_statements: ["GARBAGE"] });
  const { code, message } = await failure(mount.call("write", "rotate-root/pg"));
  expect(code).to.equal("failed");
  expect(message).to.include('failed to execute query: ERROR: syntax error at or near "GARBAGE" (SQLSTATE 42601)');
  expect(await rootPassword(mount)).to.deep.equal({ password: "root-initial", pending: null });
  await mount.call("write", "config/pg", { root_rotation_statements: ["INSERT INTO marker VALUES ('root')"] });
  expect((await failure(mount.call("write", "rotate-root/pg"))).message).to.include("did not change the password");
  expect(await rootPassword(mount)).to.deep.equal({ password: "root-initial", pending: null });
  await mount.call("write", "static-roles/app", role);
  const own = [`ALTER ROLE "{{username}}" PASSWORD '{{password}}'`, "INSERT INTO marker VALUES ('root rotated')"];
  await mount.call("write", "config/pg", { root_rotation_statements: own });
  await mount.call("write", "rotate-root/pg");
  expect(await server.column("SELECT note FROM marker WHERE note = 'root rotated'")).to.have.length(1);
  expect(await server.accepts(root, "root-initial")).to.equal(false);
});

for (const failpoint of ["root rotation announced", "root rotation done in the database"]) {
  test(`a crash at "${failpoint}" leaves a usable connection, before and after recovery`, async () => {
    const { mount, world, root, role } = await opened();
    await mount.stopAt(failpoint, "write", "rotate-root/pg");
    const next = open(world);
    await next.call("write", "static-roles/app", role);
    await next.resume();
    world.pass(0);
    await next.settled();
    const { password: validPassword, pending } = await rootPassword(next);
    expect(pending).to.equal(null);
    expect(validPassword === "root-initial").to.equal(failpoint === "root rotation announced");
    expect(await server.accepts(root, validPassword)).to.equal(true);
    await next.call("write", "rotate-role/app");
  });
}

test("a root rotation with a lost answer is completed later", async () => {
  const { mount, world, root } = await opened();
  server.state.disturbance = "silent";
  await failure(mount.call("write", "rotate-root/pg"));
  server.state.disturbance = "none";
  world.pass(10);
  await mount.settled();
  const { password: validPassword, pending } = await rootPassword(mount);
  expect(pending).to.equal(null);
  expect(await server.accepts(root, validPassword)).to.equal(true);
});

test("rotate-root requires a connection, a username, a password, and a URL with {{password}}", async () => {
  const { mount, root } = await opened();
  const written = { plugin_name: "postgresql-database-plugin", connection_url: server.urlFor(root, "root-initial") };
  const texts: string[] = [];
  for (const details of [{}, { username: root }, { password: "root-initial" }]) {
    await mount.call("write", "config/plain", { ...written, ...details });
    texts.push((await failure(mount.call("write", "rotate-root/plain"))).message);
  }
  const start = "unable to rotate root credentials: ";
  expect(texts).to.deep.equal([
    `${start}no username in configuration`,
    `${start}no password in configuration`,
    `${start}connection_url does not use {{password}}`,
  ]);
  const { message } = await failure(mount.call("write", "rotate-root/none"));
  expect(message).to.equal('failed to find entry for connection with name: "none"');
});
