import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import type { Workload } from "./workload.ts";

const performance = "sys/replication/performance";
const indexHeader = "x-vault-index";

/** Default lifetime of an activation token in milliseconds. */
const activationMilliseconds = 1_800_000;

const large = 300_000;

/** Workloads by name. Each reaches the situation in which certain mutants break a rule. */
export const workloads = {
  async secrets(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await workload.write("Oslo", "sys/mounts/papers", { type: "kv", options: { version: "2" } });
    await workload.aWhile();
    for (let round = 0; round < 6; round += 1) {
      await workload.set("Oslo", "colours/sky");
      await workload.set("Lima", "colours/sea");
      await workload.read("Lima", "colours/sea");
      const { headers } = await workload.set("Oslo", "colours/wood");
      await workload.ask("Lima", "GET", "colours/wood", { headers: { [indexHeader]: headers[indexHeader] ?? "" } });
      await workload.write("Lima", "papers/data/one", { data: { text: workload.value() } });
    }
    await workload.ask("Oslo", "DELETE", "colours/sky");
    await workload.stage.partition("Oslo", "Lima");
    const { headers } = await workload.set("Oslo", "colours/wood");
    await workload.ask("Lima", "GET", "colours/wood", { headers: { [indexHeader]: headers[indexHeader] ?? "" } });
    await workload.stage.heal("Oslo", "Lima");
    await workload.settle();
    for (const cluster of ["Oslo", "Lima"]) {
      await workload.status(cluster);
      for (const key of ["sky", "sea", "wood"]) await workload.read(cluster, `colours/${key}`);
      await workload.write(cluster, "sys/replication/merkle-check");
    }
    await workload.set("Lima", "colours/sea");
    // Idle for a while.
    await workload.stage.pass(300_000);
  },

  /** Tries to promote a partitioned secondary. After the partition, demotes the primary and promotes the secondary. */
  async failover(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await workload.set("Oslo", "colours/sky");
    await workload.aWhile();
    await workload.status("Lima");
    await workload.stage.partition("Oslo", "Lima");
    await workload.set("Oslo", "colours/sky");
    await workload.write("Lima", `${performance}/secondary/promote`);
    await workload.status("Lima");
    await workload.read("Lima", "colours/sky");
    await workload.status("Oslo");
    await workload.stage.heal("Oslo", "Lima");
    await workload.aWhile();
    await workload.write("Oslo", `${performance}/primary/demote`);
    await workload.set("Oslo", "colours/sky");
    await workload.status("Oslo");
    await workload.write("Lima", `${performance}/secondary/promote`);
    await workload.read("Lima", "colours/sky");
  },

  /** Demotes a primary, promotes it again by force, and then tries to promote its secondary. */
  async back(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", `${performance}/primary/demote`);
    await workload.write("Oslo", `${performance}/secondary/promote`, { force: true });
    await workload.aWhile();
    await workload.write("Lima", `${performance}/secondary/promote`);
    await workload.status("Lima");
  },

  /** Promotes a partitioned secondary by force. Afterwards the previous primary rejoins the set. */
  async fenced(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await workload.set("Oslo", "colours/sky");
    await workload.aWhile();
    await workload.stage.partition("Oslo", "Lima");
    await workload.write("Lima", `${performance}/secondary/promote`, { force: true });
    for (const cluster of ["Oslo", "Lima"]) await workload.status(cluster);
    for (const key of ["sky", "sea", "wood"]) await workload.set("Oslo", `colours/${key}`);
    await workload.set("Lima", "colours/sky");
    await workload.stage.heal("Oslo", "Lima");
    await workload.settle();
    for (const cluster of ["Oslo", "Lima"]) await workload.status(cluster);
    await workload.set("Oslo", "colours/sky");
    await workload.stage.clusters.find(({ name }) => name === "Oslo")?.restart();
    await workload.status("Oslo");
    await workload.set("Oslo", "colours/sky");
    await workload.write("Oslo", `${performance}/primary/demote`);
    const token = await workload.activation("Lima", "oslo");
    await workload.write("Oslo", `${performance}/secondary/update-primary`, { token });
    await workload.aWhile();
    await workload.status("Oslo");
  },

  /** Promotes a secondary with a paths filter by force. Then the previous primary replicates from it. */
  async lack(workload: Workload) {
    await workload.link("Oslo", "Lima");
    for (const mount of ["colours", "shapes"]) await workload.write("Oslo", `sys/mounts/${mount}`, { type: "kv" });
    const { cluster_id: id } = await workload.status("Lima");
    await workload.write("Oslo", `${performance}/primary/paths-filter/${id}`, { mode: "deny", paths: ["colours/"] });
    for (const mount of ["colours", "shapes"]) await workload.set("Oslo", `${mount}/one`);
    await workload.aWhile();
    await workload.status("Lima");
    await workload.write("Lima", `${performance}/secondary/promote`, { force: true });
    await workload.write("Oslo", `${performance}/primary/demote`);
    const token = await workload.activation("Lima", "oslo");
    await workload.write("Oslo", `${performance}/secondary/update-primary`, { token });
    await workload.aWhile();
    await workload.status("Oslo");
    for (const mount of ["colours", "shapes"]) await workload.read("Oslo", `${mount}/one`);
  },

  async handover(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.status("Oslo");
    await workload.aWhile();
    await workload.status("Oslo");
    await workload.write("Oslo", `${performance}/primary/demote`);
    await workload.aWhile();
    await workload.status("Oslo");
  },

  /** Demotes a primary and tries to promote its only secondary, which is receiving a copy over a slow link. */
  async copying(workload: Workload) {
    await workload.write("Oslo", `${performance}/primary/enable`);
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    const keys = Array.from({ length: 16 }, (_, index) => `colours/${index}`);
    for (const key of keys) await workload.write("Oslo", key, { value: `${workload.value()}${".".repeat(large)}` });
    await workload.stage.slow("Oslo", "Lima", 700);
    const token = await workload.activation("Oslo", "lima");
    await workload.write("Lima", `${performance}/secondary/enable`, { token });
    await workload.stage.pass(6500);
    await workload.write("Oslo", `${performance}/primary/demote`);
    await workload.write("Lima", `${performance}/secondary/promote`);
    await workload.status("Lima");
    for (const key of keys) await workload.read("Lima", key);
  },

  async audited(workload: Workload) {
    const { path } = await workload.stage.auditFile("Oslo");
    await workload.write("Oslo", "sys/audit/file", { type: "file", options: { file_path: path } });
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await workload.set("Oslo", "colours/sky");
    await workload.read("Oslo", "colours/sky");
    await workload.write("Oslo", "auth/token/create", { policies: ["default"] });
  },

  async force(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    const keys = Array.from({ length: 10 }, (_, index) => `colours/${index}`);
    for (const key of keys) await workload.set("Oslo", key);
    await workload.aWhile();
    await workload.stage.partition("Oslo", "Lima");
    for (const key of keys.slice(0, 3)) await workload.set("Oslo", key);
    await workload.write("Lima", `${performance}/secondary/promote`, { force: true });
    for (const key of keys) await workload.read("Lima", key);
  },

  async borders(workload: Workload) {
    await workload.link("Oslo", "Lima", "Kyoto");
    for (const mount of ["colours", "shapes"]) await workload.write("Oslo", `sys/mounts/${mount}`, { type: "kv" });
    await workload.write("Oslo", "sys/mounts/home", { type: "kv", local: true });
    await workload.aWhile();
    // The secondary forwards a write before it receives the filter.
    await workload.stage.slow("Oslo", "Lima", 500);
    await workload.write("Oslo", `${performance}/primary/paths-filter/lima`, { mode: "deny", paths: ["colours/"] });
    await workload.set("Lima", "colours/two");
    await workload.stage.slow("Oslo", "Lima", 0);
    for (const mount of ["colours", "shapes", "home"]) await workload.set("Oslo", `${mount}/one`);
    await workload.aWhile();
    await workload.write("Oslo", `${performance}/primary/revoke-secondary`, { id: "kyoto" });
    await workload.set("Oslo", "shapes/two");
    await workload.aWhile();
  },

  /** Uses one activation token for two clusters and again for the first cluster; then uses an expired token. */
  async activation(workload: Workload) {
    await workload.write("Oslo", `${performance}/primary/enable`);
    await workload.write("Lima", "sys/mounts/colours", { type: "kv", local: true });
    await workload.set("Lima", "colours/sky");
    const token = await workload.activation("Oslo", "lima");
    for (const cluster of ["Lima", "Kyoto"]) {
      await workload.write(cluster, `${performance}/secondary/enable`, { token });
      await workload.aWhile();
      await workload.status(cluster);
      await workload.read("Lima", "colours/sky");
    }
    // Accepted without asking the primary, unless the token is known to be unwrapped.
    await workload.write("Lima", `${performance}/secondary/update-primary`, { token });
    await workload.aWhile();
    const late = await workload.activation("Oslo", "kyoto");
    await workload.stage.pass(activationMilliseconds + 60_000);
    await workload.write("Kyoto", `${performance}/secondary/enable`, { token: late });
  },

  async tokens(workload: Workload) {
    await workload.link("Oslo", "Lima");
    const { body } = await workload.write("Oslo", "auth/token/create", { policies: ["default"] });
    const token = String(body?.auth?.client_token);
    await workload.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await workload.ask(cluster, "GET", "auth/token/lookup-self", { token });
    await workload.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await workload.write("Oslo", "sys/policies/acl/writer", {
      policy: 'path "colours/*" { capabilities = ["create", "update"] }',
    });
    await workload.aWhile();
    const made = await workload.write("Lima", "auth/token/create", { policies: ["writer"] });
    const writer = String(made.body?.auth?.client_token);
    await workload.ask("Lima", "POST", "colours/sky", { token: writer, body: { value: workload.value() } });
    const wrapped = await workload.ask("Oslo", "GET", "auth/token/lookup-self", {
      headers: { "x-vault-wrap-ttl": "60s" },
    });
    for (let count = 0; count < 2; count += 1)
      await workload.write("Oslo", "sys/wrapping/unwrap", { token: wrapped.body?.wrap_info?.token });
    await workload.write("Oslo", "sys/auth/userpass", { type: "userpass" });
    const password = workload.value();
    for (const policy of ["reader", "writer"]) {
      await workload.write("Oslo", "auth/userpass/users/ada", { password, token_policies: [policy] });
      await workload.write("Oslo", "auth/userpass/login/ada", { password });
    }
  },

  async database(workload: Workload) {
    const { database } = workload.stage;
    await database.run([
      "CREATE ROLE app LOGIN PASSWORD 'to-begin-with-4711'",
      "CREATE ROLE root LOGIN SUPERUSER PASSWORD 'root-of-all-4711'",
    ]);
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/database", { type: "database" });
    await workload.write("Oslo", "database/config/main", {
      plugin_name: "postgresql-database-plugin",
      connection_url: database.urlFor("{{username}}", "{{password}}"),
      username: "root",
      password: "root-of-all-4711",
      allowed_roles: "*",
    });
    await workload.write("Oslo", "database/roles/reader", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`],
      default_ttl: "1h",
    });
    await workload.write("Oslo", "database/static-roles/app", {
      db_name: "main",
      username: "app",
      rotation_period: "24h",
    });
    const first = await workload.read("Oslo", "database/creds/reader");
    const lease_id = first.body?.lease_id ?? "";
    await workload.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await workload.write(cluster, "sys/leases/lookup", { lease_id });
    await workload.stage.pass(2_400_000);
    await workload.write("Oslo", "database/rotate-role/app");
    const { body } = await workload.read("Oslo", "database/static-creds/app");
    await database.accepts("app", String(body?.data?.password));
    await workload.stage.clusters.find(({ name }) => name === "Lima")?.restart();
    await workload.stage.pass(25 * 3_600_000);
    await workload.status("Lima");
    await workload.write("Oslo", "database/rotate-root/main");
    await workload.read("Oslo", "database/creds/reader");
    await workload.aWhile();
    await database.run(["DROP ROLE IF EXISTS no_such_role"]);
    await workload.write("Oslo", "database/roles/broken", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`, "CREATE ROLE postgres"],
    });
    await workload.read("Oslo", "database/creds/broken");
  },

  /** Rotates a static role twice. The connection breaks after the commit of the first rotation. */
  async cut(workload: Workload) {
    const { server, cut } = await workload.stage.faultyDatabase("postgresql");
    await server.run(["CREATE ROLE app LOGIN PASSWORD 'to-begin-with-4711'"]);
    const login = new URL(server.url);
    await workload.write("Oslo", "sys/mounts/database", { type: "database" });
    await workload.write("Oslo", "database/config/main", {
      plugin_name: "postgresql-database-plugin",
      connection_url: server.urlFor("{{username}}", "{{password}}"),
      username: login.username,
      password: login.password,
      allowed_roles: "*",
    });
    await workload.write("Oslo", "database/static-roles/app", {
      db_name: "main",
      username: "app",
      rotation_period: "24h",
    });
    await cut("after the commit");
    for (let count = 0; count < 2; count += 1) await workload.write("Oslo", "database/rotate-role/app");
  },

  /** Restores a primary from a backup that was made before its demotion. */
  async restored(workload: Workload) {
    await workload.link("Oslo", "Lima");
    await workload.stage.backUp("Oslo");
    await workload.write("Oslo", `${performance}/primary/demote`);
    await workload.aWhile();
    await workload.write("Lima", `${performance}/secondary/promote`);
    await workload.aWhile();
    await workload.stage.restoreBackup("Oslo");
    await workload.settle();
    for (const cluster of ["Oslo", "Lima"]) await workload.status(cluster);
  },

  /** Lets leases expire, and ends others with their tokens, by revocation and by unmounting the engine. */
  async leases(workload: Workload) {
    const { database } = workload.stage;
    await workload.link("Oslo", "Lima");
    await workload.write("Oslo", "sys/mounts/database", { type: "database" });
    const login = new URL(database.url);
    await workload.write("Oslo", "database/config/main", {
      plugin_name: "postgresql-database-plugin",
      connection_url: database.urlFor("{{username}}", "{{password}}"),
      username: login.username,
      password: login.password,
      allowed_roles: "*",
    });
    await workload.write("Oslo", "database/roles/reader", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`],
      default_ttl: "10m",
    });
    await workload.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await workload.read(cluster, "database/creds/reader");
    await workload.stage.pass(1_200_000);
    await workload.settle();
    const created = async (token?: string) => {
      const reply = await workload.ask("Oslo", "POST", "auth/token/create", { body: {}, ...(token ? { token } : {}) });
      return String(reply.body?.auth?.client_token);
    };
    const parent = await created();
    const ofChild = await workload.ask("Oslo", "GET", "database/creds/reader", { token: await created(parent) });
    await workload.write("Oslo", "auth/token/revoke", { token: parent });
    await workload.write("Oslo", "sys/leases/renew", { lease_id: ofChild.body?.lease_id });
    const { body } = await workload.read("Oslo", "database/creds/reader");
    for (const action of ["revoke", "lookup"])
      await workload.write("Oslo", `sys/leases/${action}`, { lease_id: body?.lease_id });
    for (const cluster of ["Oslo", "Lima"]) await workload.read(cluster, "database/creds/reader");
    await workload.ask("Oslo", "DELETE", "sys/mounts/database");
    await workload.settle();
  },

  /** Logs in with signed requests for two server ids, of which one is wrong. */
  async cloud(workload: Workload) {
    const { cloud } = workload.stage;
    const key = await cloud.createUser("ada");
    await workload.write("Oslo", "sys/auth/cloud", { type: "cloud" });
    await workload.write("Oslo", "auth/cloud/config/client", {
      sts_endpoint: cloud.url,
      sts_region: cloud.region,
      iam_endpoint: cloud.url,
      access_key: cloud.administrator.accessKeyId,
      secret_key: cloud.administrator.secretAccessKey,
      iam_server_id_header_value: "oslo",
    });
    await workload.write("Oslo", "auth/cloud/role/painter", {
      auth_type: "iam",
      bound_iam_principal_arn: [key.arn],
      resolve_cloud_unique_ids: false,
    });
    for (const serverId of ["oslo", "lima"]) {
      const { url, region } = cloud;
      const evidence = await signCallerIdentity({ key, url, region, date: workload.stage.now(), serverId });
      await workload.ask("Oslo", "POST", "auth/cloud/login", { body: { role: "painter", ...evidence } });
    }
  },
} as const;
