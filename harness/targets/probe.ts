import type { ApiReply, Capability } from "#harness/stages/stage.ts";
import { secretIn } from "./secret-in.ts";
import type { Target, TargetCluster } from "./target.ts";
import { type TargetClient, TargetTrouble, targetClient, unreachableReason } from "./target-client.ts";
import { targetDatabase } from "./target-database.ts";

/** What the servers of a target tell of themselves. JSON, because it goes to the steps. */
export type Probed = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string; version: string; edition: "enterprise" | "open" }>[];
  capabilities: readonly Capability[];
  /** Which provider's words its cloud login speaks: as its file says, or as its list of auth methods tells. */
  provider: Provider;
}>;

type Provider = NonNullable<Target["provider"]>;

/** The list of what auth methods there are, by their types. */
const authMethods = "sys/plugins/catalog/auth?list=true";
const providers: readonly Provider[] = ["cloud", "aws"];

/** What can be found out by asking, and how: the scenario's stage has it when every cluster of the target has. */
const questions: readonly Readonly<{ has: Capability; path: string }>[] = [
  { has: "replication", path: "sys/replication/performance/status" },
  { has: "namespaces", path: "sys/namespaces?list=true" },
  { has: "quotas", path: "sys/quotas/rate-limit?list=true" },
];

/**
 * Looks whether a target is there, opens to its tokens, and what it can do. `environment` holds its secrets. Throws a
 * {@link TargetTrouble} when a cluster or the database is out of reach, no such service, sealed, or refuses what it is given.
 */
export async function probe(target: Target, environment: NodeJS.ProcessEnv = process.env): Promise<Probed> {
  const clusters: Probed["clusters"][number][] = [];
  const common = new Set<Capability>(questions.map(({ has }) => has));
  const spoken = new Set<Provider>(providers);
  for (const cluster of target.clusters) {
    using client = targetClient(cluster);
    const token = secretIn(cluster.tokenVariable, `the token of ${cluster.name}`, environment);
    clusters.push({ name: cluster.name, api: cluster.api, ...(await healthOf(cluster, client)) });
    await mayDoAll(cluster, client, token);
    for (const { has, path } of questions) {
      const reply = await client.call({ method: "GET", path, token });
      if (!isServed(reply)) common.delete(has);
    }
    const types = (await client.call({ method: "GET", path: authMethods, token })).body?.data?.keys;
    // Who may not look, or has no such list, tells nothing.
    if (Array.isArray(types)) for (const type of providers) if (!types.includes(type)) spoken.delete(type);
  }
  if (target.database) {
    await (await targetDatabase(target.database, environment))[Symbol.asyncDispose]();
  }
  const provider = providerOf(target, spoken);
  const declared: Capability[] = [
    ...(target.reset === "fresh" ? (["fresh"] as const) : []),
    ...(target.clusters.every(({ commands }) => commands.kill) ? (["restart"] as const) : []),
    ...(target.rightToLead ? (["right-to-lead"] as const) : []),
    ...(target.timeScale === undefined ? [] : (["move-time"] as const)),
    ...(target.database ? (["database"] as const) : []),
    ...(target.cloud && provider ? (["cloud", "signatures", "instances", "accounts", "cloud-faults"] as const) : []),
  ];
  return {
    clusters,
    capabilities: [...common, ...declared].filter((one) => !target.lacks.includes(one)),
    provider: provider ?? "cloud",
  };
}

/** The provider of the cloud login; undefined when there is none. Throws a {@link TargetTrouble} when the file names another than the servers do. */
function providerOf({ name, provider, cloud }: Target, spoken: ReadonlySet<Provider>): Provider | undefined {
  if (provider === undefined) return providers.find((one) => spoken.has(one));
  if (!cloud || spoken.has(provider)) return provider;
  const others = spoken.size === 0 ? "nor of another that is known here" : `but of type ${[...spoken].join()}`;
  throw new TargetTrouble(
    `${name} has no auth method of type ${provider}, ${others}: its file says provider ${provider}`,
  );
}

async function healthOf(
  { name, api }: TargetCluster,
  client: TargetClient,
): Promise<Pick<Probed["clusters"][number], "version" | "edition">> {
  let reply: ApiReply;
  try {
    reply = await client.call({ method: "GET", path: "sys/health" });
  } catch (error) {
    if (error instanceof TargetTrouble) throw error;
    throw new TargetTrouble(`${name} at ${api} is out of reach: ${unreachableReason(error)}`, { cause: error });
  }
  const { initialized, sealed, version, enterprise } = reply.body ?? {};
  if (typeof version !== "string" || typeof sealed !== "boolean")
    throw new TargetTrouble(
      `${name} at ${api} answers sys/health with no version (status ${reply.status}): it is no such service`,
    );
  if (initialized === false) throw new TargetTrouble(`${name} at ${api} is not initialised`);
  if (sealed) throw new TargetTrouble(`${name} at ${api} is sealed`);
  const edition = enterprise === true || version.includes("+ent") ? "enterprise" : "open";
  return { version, edition };
}

/** Looks whether the token may look at what every clearing away needs. */
async function mayDoAll({ name, tokenVariable }: TargetCluster, client: TargetClient, token: string): Promise<void> {
  for (const path of ["auth/token/lookup-self", "sys/mounts"]) {
    const { status } = await client.call({ method: "GET", path, token });
    if (status < 300) continue;
    throw new TargetTrouble(
      `${name} answers GET ${path} with ${status}: the token in ${tokenVariable} is wrong, or may not do everything`,
    );
  }
}

/** An empty list is "not found", too, and then says nothing more. */
function isServed({ status, body }: ApiReply): boolean {
  return status < 300 || (status === 404 && body !== undefined && (body.errors ?? []).length === 0);
}
