import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { expect } from "chai";
import { realDatabases } from "#cluster/databases/real-databases.ts";
import type { JsonObject } from "#engine/api/json.ts";
import { type Mounted, mounted } from "#engine/database/mounted.suite.ts";
import { freePort } from "./free-port.ts";
import { type KeptProcess, startKeptProcess } from "./persistent-process.ts";
import { programOnPath } from "./program-on-path.ts";
import { redisByUrl } from "./redis-by-url.ts";

const program = await programOnPath(["redis-server"]);
const skip = process.env.CI !== "true" && !program ? "there is no redis-server on the PATH" : false;

const rootPassword = "Root-password-1";
const appPassword = "App-password-1";
const users = [`user default on >${rootPassword} ~* &* +@all`, `user app on >${appPassword} ~* +ping`];

type Storage = "acl file" | "configuration" | "nowhere";

async function redisKeeping(storage: Storage, context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), "understudy-redis-persistence-"));
  const acl = join(folder, "acl");
  const port = await freePort();
  const always = ["bind 127.0.0.1", `port ${port}`, `dir ${folder}`, 'save ""'];
  await mkdir(acl);
  await writeFile(join(acl, "users.acl"), `${users.join("\n")}\n`);
  const kept = storage === "acl file" ? [`aclfile ${join(acl, "users.acl")}`] : users;
  await writeFile(join(folder, "redis.conf"), `${[...always, ...kept].join("\n")}\n`);
  const options = always.flatMap((line) => {
    const [name, value = ""] = line.split(/ (.*)/);
    return [`--${name}`, value.replaceAll('"', "")];
  });
  const parameters = storage === "nowhere" ? [...options, "--requirepass", rootPassword] : [join(folder, "redis.conf")];
  let running: KeptProcess | undefined;
  async function start(): Promise<void> {
    running = startKeptProcess(program ?? "", parameters, { folder, user: undefined });
    if (!(await running.says("Ready to accept connections"))) throw new Error(running.log.join("\n"));
  }
  await start();
  const url = `redis://default:${rootPassword}@127.0.0.1:${port}`;
  const server = redisByUrl({ url, description: "the server", authority: undefined });
  const databases = realDatabases();
  const mount = mounted(databases);
  context.after(async () => {
    await mount.close();
    await databases[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await running?.stop("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  return {
    mount,
    accepts: (username: string, password: string) => server.accepts(username, password),
    connection: {
      plugin_name: "redis-database-plugin",
      host: "127.0.0.1",
      port,
      username: "default",
      password: rootPassword,
      allowed_roles: "*",
    } as const satisfies JsonObject,
    async restart() {
      await running?.stop("SIGKILL");
      await start();
    },
    /** Moves the folder of the ACL file away, so that the server cannot store users. */
    loseFolder: () => rename(acl, `${acl}-away`),
    returnFolder: () => rename(`${acl}-away`, acl),
  };
}

async function refusal(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "no refusal",
    (problem: { code: string; message: string }) => `${problem.code}: ${problem.message}`,
  );
}

async function newUser(mount: Mounted) {
  const data = (await mount.data("creds/reader")) as { username: string; password: string };
  const lease = [...mount.leases.values()].at(-1);
  return { ...data, revoke: () => mount.type.leases?.revoke(lease?.internal ?? {}, mount.context) };
}

suite("a restarted Redis", { skip, timeout: 60_000 }, () => {
  for (const [persistence_mode, storage] of [
    ["ACLFILE", "acl file"],
    ["rewrite", "configuration"],
  ] as const) {
    test(`has every user and password of a connection with persistence_mode ${persistence_mode}`, async (context) => {
      const { mount, connection, accepts, restart } = await redisKeeping(storage, context);
      expect(await mount.call("write", "config/main", { ...connection, persistence_mode })).to.equal(undefined);
      expect((await mount.data("config/main")).connection_details).to.include({ persistence_mode });
      await mount.call("write", "roles/reader", {
        db_name: "main",
        creation_statements: ['["~*", "+@read", "+ping"]'],
      });
      const role = { db_name: "main", username: "app", rotation_period: "24h" };
      await mount.call("write", "static-roles/app", role);
      const created = String((await mount.data("static-creds/app")).password);
      const [kept, revoked] = [await newUser(mount), await newUser(mount)];
      await restart();
      expect(await accepts("app", created), "the password of the new static role").to.equal(true);
      expect(await accepts(kept.username, kept.password), "a new user").to.equal(true);

      await revoked.revoke();
      await mount.call("write", "rotate-role/app");
      expect(await mount.call("write", "rotate-root/main")).to.equal(undefined);
      await restart();
      expect(await accepts("default", rootPassword), "the previous root password").to.equal(false);
      expect(await accepts(revoked.username, revoked.password), "a revoked user").to.equal(false);
      expect(await accepts("app", created), "the previous password of the static role").to.equal(false);
      expect(await accepts("app", String((await mount.data("static-creds/app")).password))).to.equal(true);
      const later = await newUser(mount);
      expect(await accepts(later.username, later.password), "a user created after the restart").to.equal(true);
    });
  }

  test("loses users without a persistence mode, as warnings of the configuration and root rotation announce", async (context) => {
    const { mount, connection, accepts, restart } = await redisKeeping("acl file", context);
    const warned = { warnings: [(await mount.call("write", "config/main", connection))?.warnings?.[0]] };
    expect(warned.warnings[0]).to.match(/^persistence_mode is NONE: a restart of Redis undoes/);
    expect(await mount.call("write", "config/main", { persistence_mode: "none" })).to.deep.equal(warned);
    expect(await mount.call("write", "rotate-root/main")).to.deep.equal(warned);
    expect(await accepts("default", rootPassword)).to.equal(false);
    await restart();
    expect(await accepts("default", rootPassword)).to.equal(true);
  });

  test("rejects an unknown persistence mode", async (context) => {
    const { mount, connection } = await redisKeeping("acl file", context);
    const unknown = mount.call("write", "config/main", { ...connection, persistence_mode: "AOF" });
    expect(await refusal(unknown)).to.equal(
      `refused: error creating database object: persistence_mode can only be 'REWRITE', 'ACLFILE' or 'NONE', not "AOF"`,
    );
    expect(await refusal(mount.call("read", "config/main"))).to.equal("absent: ");
  });

  for (const [persistence_mode, storage, why] of [
    ["ACLFILE", "configuration", "This Redis instance is not configured to use an ACL file"],
    ["REWRITE", "nowhere", "The server is running without a config file"],
  ] as const) {
    test(`warns about ${persistence_mode} if its users are stored in: ${storage}`, async (context) => {
      const { mount, connection, accepts } = await redisKeeping(storage, context);
      const answer = await mount.call("write", "config/main", { ...connection, persistence_mode });
      expect(answer?.warnings).to.have.length(1);
      expect(answer?.warnings?.[0]).to.include("The server could not store its users").and.include(why);

      // Both passwords are kept, so the failed rotation loses none.
      const failed = await refusal(mount.call("write", "rotate-root/main"));
      expect(failed).to.include("both are kept").and.include("could not store it").and.include(why);
      await mount.call("write", "roles/reader", {
        db_name: "main",
        creation_statements: ['["~*", "+@read", "+ping"]'],
      });
      expect(await refusal(mount.call("read", "creds/reader"))).to.include(why);
      await mount.call("write", "config/main", { persistence_mode: "NONE" });
      await mount.call("write", "rotate-root/main");
      const user = await newUser(mount);
      expect(await accepts(user.username, user.password)).to.equal(true);
    });
  }

  test("warns about REWRITE if it has an ACL file, which keeps users out of its configuration", async (context) => {
    const { mount, connection, accepts, restart } = await redisKeeping("acl file", context);
    const configured = await mount.call("write", "config/main", { ...connection, persistence_mode: "REWRITE" });
    expect(configured?.warnings).to.have.length(1);
    expect(configured?.warnings?.[0]).to.match(/^persistence_mode is REWRITE, and Redis has an ACL file: /);
    expect(await mount.call("write", "rotate-root/main")).to.deep.equal({ warnings: configured?.warnings });
    await restart();
    expect(await accepts("default", rootPassword)).to.equal(true);
  });

  for (const [what, revocation] of [
    ["statements of its role", ['["ACL", "DELUSER", "{{name}}"]']],
    [
      "statements of its role, the last of which fails",
      ['["ACL", "DELUSER", "{{name}}"]', '["ACL", "SETUSER", "other", "no-such-rule"]'],
    ],
  ] as const) {
    test(`has no user that was removed by ${what} while storing failed`, async (context) => {
      const { mount, connection, accepts, restart, loseFolder, returnFolder } = await redisKeeping("acl file", context);
      await mount.call("write", "config/main", { ...connection, persistence_mode: "ACLFILE" });
      await mount.call("write", "roles/reader", {
        db_name: "main",
        creation_statements: ['["~*", "+@read", "+ping"]'],
        revocation_statements: revocation,
      });
      const user = await newUser(mount);
      await loseFolder();
      expect(await refusal(Promise.resolve(user.revoke()))).to.not.equal("no refusal");
      await returnFolder();
      await user.revoke();
      await restart();
      expect(await accepts(user.username, user.password)).to.equal(false);
    });
  }

  test("stores a new root password once it can, and its restart locks out no client", async (context) => {
    const { mount, connection, restart, accepts, loseFolder, returnFolder } = await redisKeeping("acl file", context);
    await mount.call("write", "config/main", { ...connection, persistence_mode: "ACLFILE" });
    await mount.call("write", "roles/reader", { db_name: "main", creation_statements: ['["~*", "+@read", "+ping"]'] });
    await loseFolder();
    const failed = await refusal(mount.call("write", "rotate-root/main"));
    expect(failed).to.include("both are kept").and.include("could not store it");
    expect(await accepts("default", rootPassword), "the new password is active in memory").to.equal(false);
    await returnFolder();
    await restart();
    expect(await accepts("default", rootPassword), "nothing was stored").to.equal(true);
    const user = await newUser(mount);
    expect(await accepts(user.username, user.password)).to.equal(true);

    await mount.call("write", "rotate-root/main");
    await restart();
    expect(await accepts("default", rootPassword)).to.equal(false);
    const later = await newUser(mount);
    expect(await accepts(later.username, later.password)).to.equal(true);
  });
});
