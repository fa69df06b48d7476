import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import type { Tour } from "./tour.ts";

const performance = "sys/replication/performance";
const indexHeader = "x-vault-index";

/** How long an activation token is good for when its request does not say, in milliseconds. */
const activationMilliseconds = 1_800_000;

/** Characters of a value of which few go into one page of a copy. */
const large = 300_000;

/** Journeys through small worlds, by name: each comes to a rule that a mutant breaks. On the service as it is every checker holds. */
export const tours = {
  /** Writes and reads on both sides of a link, while it is there and while it is not. */
  async secrets(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await tour.write("Oslo", "sys/mounts/papers", { type: "kv", options: { version: "2" } });
    await tour.aWhile();
    for (let round = 0; round < 6; round += 1) {
      await tour.set("Oslo", "colours/sky");
      await tour.set("Lima", "colours/sea");
      await tour.read("Lima", "colours/sea");
      const { headers } = await tour.set("Oslo", "colours/wood");
      await tour.ask("Lima", "GET", "colours/wood", { headers: { [indexHeader]: headers[indexHeader] ?? "" } });
      await tour.write("Lima", "papers/data/one", { data: { text: tour.value() } });
    }
    await tour.ask("Oslo", "DELETE", "colours/sky");
    await tour.stage.partition("Oslo", "Lima");
    const { headers } = await tour.set("Oslo", "colours/wood");
    await tour.ask("Lima", "GET", "colours/wood", { headers: { [indexHeader]: headers[indexHeader] ?? "" } });
    await tour.stage.heal("Oslo", "Lima");
    await tour.settle();
    for (const cluster of ["Oslo", "Lima"]) {
      await tour.status(cluster);
      for (const key of ["sky", "sea", "wood"]) await tour.read(cluster, `colours/${key}`);
    }
    await tour.set("Lima", "colours/sea");
    // Nothing happens for a while.
    await tour.stage.pass(300_000);
  },

  /** A secondary that lags is promoted, and the primary is demoted. */
  async failover(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await tour.set("Oslo", "colours/sky");
    await tour.aWhile();
    await tour.status("Lima");
    await tour.stage.partition("Oslo", "Lima");
    await tour.set("Oslo", "colours/sky");
    await tour.write("Lima", `${performance}/secondary/promote`);
    await tour.status("Lima");
    await tour.read("Lima", "colours/sky");
    await tour.status("Oslo");
    await tour.stage.heal("Oslo", "Lima");
    await tour.aWhile();
    await tour.write("Oslo", `${performance}/primary/demote`);
    await tour.set("Oslo", "colours/sky");
    await tour.status("Oslo");
    await tour.write("Lima", `${performance}/secondary/promote`);
    await tour.read("Lima", "colours/sky");
  },

  /** A primary is demoted and takes its role back by force; a while later its secondary is to be promoted. */
  async back(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", `${performance}/primary/demote`);
    await tour.write("Oslo", `${performance}/secondary/promote`, { force: true });
    await tour.aWhile();
    await tour.write("Lima", `${performance}/secondary/promote`);
    await tour.status("Lima");
  },

  /** A secondary is promoted by force while it is partitioned; the primary of before meets it, restarts, and replicates from it. */
  async fenced(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await tour.set("Oslo", "colours/sky");
    await tour.aWhile();
    await tour.stage.partition("Oslo", "Lima");
    await tour.write("Lima", `${performance}/secondary/promote`, { force: true });
    for (const cluster of ["Oslo", "Lima"]) await tour.status(cluster);
    for (const key of ["sky", "sea", "wood"]) await tour.set("Oslo", `colours/${key}`);
    await tour.set("Lima", "colours/sky");
    await tour.stage.heal("Oslo", "Lima");
    await tour.settle();
    for (const cluster of ["Oslo", "Lima"]) await tour.status(cluster);
    await tour.set("Oslo", "colours/sky");
    await tour.stage.clusters.find(({ name }) => name === "Oslo")?.restart();
    await tour.status("Oslo");
    await tour.set("Oslo", "colours/sky");
    await tour.write("Oslo", `${performance}/primary/demote`);
    const token = await tour.activation("Lima", "oslo");
    await tour.write("Oslo", `${performance}/secondary/update-primary`, { token });
    await tour.aWhile();
    await tour.status("Oslo");
  },

  /** A filtered secondary is promoted by force, and the primary of before replicates from it. */
  async lack(tour: Tour) {
    await tour.link("Oslo", "Lima");
    for (const mount of ["colours", "shapes"]) await tour.write("Oslo", `sys/mounts/${mount}`, { type: "kv" });
    const { cluster_id: id } = await tour.status("Lima");
    await tour.write("Oslo", `${performance}/primary/paths-filter/${id}`, { mode: "deny", paths: ["colours/"] });
    for (const mount of ["colours", "shapes"]) await tour.set("Oslo", `${mount}/one`);
    await tour.aWhile();
    await tour.status("Lima");
    await tour.write("Lima", `${performance}/secondary/promote`, { force: true });
    await tour.write("Oslo", `${performance}/primary/demote`);
    const token = await tour.activation("Lima", "oslo");
    await tour.write("Oslo", `${performance}/secondary/update-primary`, { token });
    await tour.aWhile();
    await tour.status("Oslo");
    for (const mount of ["colours", "shapes"]) await tour.read("Oslo", `${mount}/one`);
  },

  /** The only secondary is connected when its primary is demoted. */
  async handover(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.status("Oslo");
    await tour.aWhile();
    await tour.status("Oslo");
    await tour.write("Oslo", `${performance}/primary/demote`);
    await tour.aWhile();
    await tour.status("Oslo");
  },

  /** The primary is demoted while its only secondary copies from it over a slow link, and that one is to be promoted. */
  async copying(tour: Tour) {
    await tour.write("Oslo", `${performance}/primary/enable`);
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    const keys = Array.from({ length: 16 }, (_, index) => `colours/${index}`);
    for (const key of keys) await tour.write("Oslo", key, { value: `${tour.value()}${".".repeat(large)}` });
    await tour.stage.slow("Oslo", "Lima", 700);
    const token = await tour.activation("Oslo", "lima");
    await tour.write("Lima", `${performance}/secondary/enable`, { token });
    await tour.stage.pass(6500);
    await tour.write("Oslo", `${performance}/primary/demote`);
    await tour.write("Lima", `${performance}/secondary/promote`);
    await tour.status("Lima");
    for (const key of keys) await tour.read("Lima", key);
  },

  /** Secrets pass a cluster with an audit device. */
  async audited(tour: Tour) {
    const { path } = await tour.stage.auditFile("Oslo");
    await tour.write("Oslo", "sys/audit/file", { type: "file", options: { file_path: path } });
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await tour.set("Oslo", "colours/sky");
    await tour.read("Oslo", "colours/sky");
    await tour.write("Oslo", "auth/token/create", { policies: ["default"] });
  },

  /** The link is partitioned, and the secondary promoted by force. */
  async force(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    const keys = Array.from({ length: 10 }, (_, index) => `colours/${index}`);
    for (const key of keys) await tour.set("Oslo", key);
    await tour.aWhile();
    await tour.stage.partition("Oslo", "Lima");
    for (const key of keys.slice(0, 3)) await tour.set("Oslo", key);
    await tour.write("Lima", `${performance}/secondary/promote`, { force: true });
    for (const key of keys) await tour.read("Lima", key);
  },

  /** A filter, a local mount, and a secondary that is revoked. */
  async borders(tour: Tour) {
    await tour.link("Oslo", "Lima", "Kyoto");
    for (const mount of ["colours", "shapes"]) await tour.write("Oslo", `sys/mounts/${mount}`, { type: "kv" });
    await tour.write("Oslo", "sys/mounts/home", { type: "kv", local: true });
    await tour.write("Oslo", `${performance}/primary/paths-filter/lima`, { mode: "deny", paths: ["colours/"] });
    for (const mount of ["colours", "shapes", "home"]) await tour.set("Oslo", `${mount}/one`);
    await tour.aWhile();
    await tour.write("Oslo", `${performance}/primary/revoke-secondary`, { id: "kyoto" });
    await tour.set("Oslo", "shapes/two");
    await tour.aWhile();
  },

  /** One activation token for two clusters, of which one held something of its own, and once more for the first; then one whose time is over. */
  async activation(tour: Tour) {
    await tour.write("Oslo", `${performance}/primary/enable`);
    await tour.write("Lima", "sys/mounts/colours", { type: "kv", local: true });
    await tour.set("Lima", "colours/sky");
    const token = await tour.activation("Oslo", "lima");
    for (const cluster of ["Lima", "Kyoto"]) {
      await tour.write(cluster, `${performance}/secondary/enable`, { token });
      await tour.aWhile();
      await tour.status(cluster);
      await tour.read("Lima", "colours/sky");
    }
    // The primary is not asked before this is accepted: only that the token was unwrapped stands in the way.
    await tour.write("Lima", `${performance}/secondary/update-primary`, { token });
    await tour.aWhile();
    const late = await tour.activation("Oslo", "kyoto");
    await tour.stage.pass(activationMilliseconds + 60_000);
    await tour.write("Kyoto", `${performance}/secondary/enable`, { token: late });
  },

  /** Tokens and leases are asked for on both clusters. */
  async tokens(tour: Tour) {
    await tour.link("Oslo", "Lima");
    const { body } = await tour.write("Oslo", "auth/token/create", { policies: ["default"] });
    const token = String(body?.auth?.client_token);
    await tour.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await tour.ask(cluster, "GET", "auth/token/lookup-self", { token });
    await tour.write("Oslo", "sys/mounts/colours", { type: "kv" });
    await tour.write("Oslo", "sys/policies/acl/writer", {
      policy: 'path "colours/*" { capabilities = ["create", "update"] }',
    });
    await tour.aWhile();
    const made = await tour.write("Lima", "auth/token/create", { policies: ["writer"] });
    const writer = String(made.body?.auth?.client_token);
    await tour.ask("Lima", "POST", "colours/sky", { token: writer, body: { value: tour.value() } });
  },

  /** Users of the database, a static role, and the root password. */
  async database(tour: Tour) {
    const { database } = tour.stage;
    await database.run([
      "CREATE ROLE app LOGIN PASSWORD 'to-begin-with-4711'",
      "CREATE ROLE root LOGIN SUPERUSER PASSWORD 'root-of-all-4711'",
    ]);
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/database", { type: "database" });
    await tour.write("Oslo", "database/config/main", {
      plugin_name: "postgresql-database-plugin",
      connection_url: database.urlFor("{{username}}", "{{password}}"),
      username: "root",
      password: "root-of-all-4711",
      allowed_roles: "*",
    });
    await tour.write("Oslo", "database/roles/reader", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`],
      default_ttl: "1h",
    });
    await tour.write("Oslo", "database/static-roles/app", { db_name: "main", username: "app", rotation_period: "24h" });
    const first = await tour.read("Oslo", "database/creds/reader");
    const lease_id = first.body?.lease_id ?? "";
    await tour.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await tour.write(cluster, "sys/leases/lookup", { lease_id });
    await tour.stage.pass(2_400_000);
    await tour.write("Oslo", "database/rotate-role/app");
    const { body } = await tour.read("Oslo", "database/static-creds/app");
    await database.accepts("app", String(body?.data?.password));
    await tour.stage.clusters.find(({ name }) => name === "Lima")?.restart();
    await tour.stage.pass(25 * 3_600_000);
    await tour.status("Lima");
    await tour.write("Oslo", "database/rotate-root/main");
    await tour.read("Oslo", "database/creds/reader");
    await tour.aWhile();
    await database.run(["DROP ROLE IF EXISTS no_such_role"]);
    await tour.write("Oslo", "database/roles/broken", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`, "CREATE ROLE postgres"],
    });
    await tour.read("Oslo", "database/creds/broken");
  },

  /** A primary is restored from a backup of before its demotion. */
  async restored(tour: Tour) {
    await tour.link("Oslo", "Lima");
    await tour.stage.backUp("Oslo");
    await tour.write("Oslo", `${performance}/primary/demote`);
    await tour.aWhile();
    await tour.write("Lima", `${performance}/secondary/promote`);
    await tour.aWhile();
    await tour.stage.restoreBackup("Oslo");
    await tour.settle();
    for (const cluster of ["Oslo", "Lima"]) await tour.status(cluster);
  },

  /** Leases that end by themselves and with their mount, on both clusters. */
  async leases(tour: Tour) {
    const { database } = tour.stage;
    await tour.link("Oslo", "Lima");
    await tour.write("Oslo", "sys/mounts/database", { type: "database" });
    const login = new URL(database.url);
    await tour.write("Oslo", "database/config/main", {
      plugin_name: "postgresql-database-plugin",
      connection_url: database.urlFor("{{username}}", "{{password}}"),
      username: login.username,
      password: login.password,
      allowed_roles: "*",
    });
    await tour.write("Oslo", "database/roles/reader", {
      db_name: "main",
      creation_statements: [`CREATE ROLE "{{name}}" LOGIN PASSWORD '{{password}}'`],
      default_ttl: "10m",
    });
    await tour.aWhile();
    for (const cluster of ["Oslo", "Lima"]) await tour.read(cluster, "database/creds/reader");
    await tour.stage.pass(1_200_000);
    await tour.settle();
    for (const cluster of ["Oslo", "Lima"]) await tour.read(cluster, "database/creds/reader");
    await tour.ask("Oslo", "DELETE", "sys/mounts/database");
    await tour.settle();
  },

  /** Who logs in with a signed request, of a user who is there and of one who is no more. */
  async cloud(tour: Tour) {
    const { cloud } = tour.stage;
    const key = await cloud.createUser("ada");
    await tour.write("Oslo", "sys/auth/cloud", { type: "cloud" });
    await tour.write("Oslo", "auth/cloud/config/client", {
      sts_endpoint: cloud.url,
      sts_region: cloud.region,
      iam_endpoint: cloud.url,
      access_key: cloud.administrator.accessKeyId,
      secret_key: cloud.administrator.secretAccessKey,
      iam_server_id_header_value: "oslo",
    });
    await tour.write("Oslo", "auth/cloud/role/painter", {
      auth_type: "iam",
      bound_iam_principal_arn: [key.arn],
      resolve_cloud_unique_ids: false,
    });
    for (const serverId of ["oslo", "lima"]) {
      const { url, region } = cloud;
      const evidence = await signCallerIdentity({ key, url, region, date: tour.stage.now(), serverId });
      await tour.ask("Oslo", "POST", "auth/cloud/login", { body: { role: "painter", ...evidence } });
    }
  },
} as const;
