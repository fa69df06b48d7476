import type { ApiReply, ApiRequest } from "#harness/api/request.ts";
import { signerOf } from "#harness/cloud/embedded/authority/test-authority.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { Action } from "./action.ts";
import { clientPolicy, password } from "./client.ts";
import { namespace, namespaceHeader } from "./namespace.ts";
import type { Schedule } from "./schedule.ts";

export type SetupContext = Readonly<{
  call: (cluster: string, request: ApiRequest, client: string) => Promise<ApiReply>;
  rootToken: string;
  database: DatabaseServer;
  cloud: CloudProvider;
}>;

const setup = "setup";
const replication = "sys/replication/performance";
const firstMounts = ["colours", "shapes", "songs"] as const;
const appUser = "app";

/** Returns the names of all actors of these actions, without `others`. */
export function clientsOf(actions: readonly Action[], others: readonly string[]): readonly string[] {
  return [...new Set(actions.map(({ by }) => by))].filter((name) => !others.includes(name));
}

/** Creates the initial state of a schedule's world. Rejects if a request of the setup fails. */
export async function setUp(context: SetupContext, schedule: Schedule, clients: readonly string[]): Promise<void> {
  const { primary, secondaries, services } = schedule;
  const post = async (cluster: string, path: string, body: Readonly<Record<string, unknown>> = {}, headers = {}) => {
    const request = { method: "POST", path, body, headers, token: context.rootToken } as const;
    const reply = await context.call(cluster, request, setup);
    if (reply.status >= 300) throw new Error(`${cluster} answered ${path} with ${reply.status}: ${reply.body?.errors}`);
    return reply.body;
  };
  for (const mount of firstMounts) await post(primary, `sys/mounts/${mount}`, { type: "kv" });
  await post(primary, "sys/mounts/versions", { type: "kv", options: { version: "2" } });
  await post(primary, `sys/namespaces/${namespace}`);
  await post(primary, "sys/mounts/plants", { type: "kv" }, { [namespaceHeader]: namespace });
  await post(primary, "sys/policies/acl/client", { policy: clientPolicy });
  await post(primary, "sys/auth/userpass", { type: "userpass" });
  for (const name of clients)
    await post(primary, `auth/userpass/users/${name.toLowerCase()}`, { password, token_policies: "client" });
  if (services.database) await setUpDatabase(context, (path, body) => post(primary, path, body));
  if (services.cloud) await setUpCloud(context, (path, body) => post(primary, path, body));
  if (secondaries.length === 0) return;
  await post(primary, `${replication}/primary/enable`);
  for (const name of secondaries) {
    const answer = await post(primary, `${replication}/primary/secondary-token`, { id: name.toLowerCase() });
    await post(name, `${replication}/secondary/enable`, { token: answer?.wrap_info?.token ?? "" });
  }
}

type Post = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

async function setUpDatabase({ database }: SetupContext, post: Post): Promise<void> {
  const [root, rootPassword] = ["steward", "the steward's first password"];
  await database.run([
    `CREATE ROLE "${root}" WITH LOGIN CREATEROLE PASSWORD '${rootPassword.replaceAll("'", "''")}'`,
    `CREATE ROLE "${appUser}" WITH LOGIN PASSWORD 'known'`,
    `GRANT "${appUser}" TO "${root}" WITH ADMIN OPTION`,
  ]);
  await post("sys/mounts/database", { type: "database" });
  await post("database/config/main", {
    plugin_name: "postgresql-database-plugin",
    connection_url: database.urlFor("{{username}}", "{{password}}"),
    username: root,
    password: rootPassword,
    allowed_roles: "*",
  });
  const role = {
    db_name: "main",
    creation_statements: [`CREATE ROLE "{{name}}" WITH LOGIN PASSWORD '{{password}}' VALID UNTIL '{{expiration}}'`],
  };
  await post("database/roles/reader", { ...role, default_ttl: "20s", max_ttl: "60s" });
  // Leases of this role last longer than any world.
  await post("database/roles/holder", { ...role, default_ttl: "2h", max_ttl: "4h" });
  await post("database/static-roles/app", { db_name: "main", username: appUser, rotation_period: "30s" });
}

async function setUpCloud({ cloud }: SetupContext, post: Post): Promise<void> {
  await post("sys/auth/cloud", { type: "cloud" });
  const { url, region, administrator } = cloud;
  await post("auth/cloud/config/client", {
    access_key: administrator.accessKeyId,
    secret_key: administrator.secretAccessKey,
    endpoint: url,
    iam_endpoint: url,
    sts_endpoint: url,
    sts_region: region,
    max_retries: 0,
  });
  const cloud_public_cert = signerOf(region, "rsa2048").certificate;
  await post("auth/cloud/config/certificate/rsa2048", { cloud_public_cert });
  await post("auth/cloud/role/worker", {
    auth_type: "ec2",
    bound_account_id: cloud.account,
    token_policies: "client",
    token_ttl: "1m",
    token_max_ttl: "2m",
  });
  await post("auth/cloud/role/painter", {
    auth_type: "iam",
    bound_iam_principal_arn: `arn:aws:iam::${cloud.account}:user/*`,
    resolve_cloud_unique_ids: false,
    token_policies: "client",
    token_ttl: "5m",
  });
}
