import type { ApiReply } from "#harness/api/request.ts";
import type { Capability } from "#harness/capabilities/capability.ts";
import { secretIn } from "./secret-in.ts";
import type { Target, TargetCluster } from "./target.ts";
import { outOfReach, type TargetClient, TargetTrouble, targetClient } from "./target-client.ts";
import { targetDatabase } from "./target-database.ts";

/** Result of probing the servers of a target. A JSON value, because it is passed to the step definitions. */
export type Probed = Readonly<{
  clusters: readonly Readonly<{ name: string; api: string; version: string; edition: "enterprise" | "open" }>[];
  capabilities: readonly Capability[];
  /**
   * Cloud provider whose field names the cloud login uses: from the target file, or else from the auth methods, or else
   * `cloud`.
   */
  provider: Provider;
  /** False if the lists of auth methods show that some cluster has the cloud login method of no provider. */
  hasCloudLogin: boolean;
}>;

/** Returns the release of the documents that a target implements. Default: the release that its first cluster reports. */
export function documentsRelease({ release }: Pick<Target, "release">, { clusters }: Pick<Probed, "clusters">): string {
  return release ?? clusters[0]?.version ?? "";
}

type Provider = NonNullable<Target["provider"]>;

const authMethods = "sys/plugins/catalog/auth?list=true";
const providers: readonly Provider[] = ["cloud", "aws"];

/** Paths whose response shows whether a cluster has a capability. A stage needs it on all its clusters. */
const questions: readonly Readonly<{ has: Capability; path: string }>[] = [
  { has: "replication", path: "sys/replication/performance/status" },
  { has: "namespaces", path: "sys/namespaces?list=true" },
  { has: "quotas", path: "sys/quotas/rate-limit?list=true" },
];

/**
 * Checks that the clusters of a target are reachable and accept their tokens, and detects their capabilities.
 * `environment` contains the secrets. Throws a {@link TargetTrouble} if a cluster, the database or a credential cannot
 * be used.
 */
export async function probe(target: Target, environment: NodeJS.ProcessEnv = process.env): Promise<Probed> {
  const clusters: Probed["clusters"][number][] = [];
  const common = new Set<Capability>(questions.map(({ has }) => has));
  const found = new Set<Provider>(providers);
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
    // A token without permission, or a server without this list, gives no information.
    if (Array.isArray(types)) for (const type of providers) if (!types.includes(type)) found.delete(type);
  }
  if (target.database) {
    await (await targetDatabase(target.database, environment))[Symbol.asyncDispose]();
  }
  const provider = providerOf(target, found);
  return {
    clusters,
    capabilities: [...common, ...declaredBy(target, provider)].filter((one) => !target.lacks.includes(one)),
    provider: provider ?? "cloud",
    hasCloudLogin: provider !== undefined,
  };
}

/** Returns the capabilities that follow from the target file. */
function declaredBy(target: Target, provider: Provider | undefined): readonly Capability[] {
  const { clusters, cloud, database, startOptions, sameMachine } = target;
  const mayRestart = clusters.every(({ commands }) => commands.kill);
  const capabilities: readonly (readonly [unknown, ...(readonly Capability[])])[] = [
    [target.reset === "fresh", "fresh"],
    [mayRestart, "restart", ...startOptions],
    [target.rightToLead, "right-to-lead"],
    [target.ownRules, "own-rules"],
    [target.timeScale ?? target.advanceClocks, "move-time"],
    [database, "database", ...(database?.supports ?? [])],
    [database?.relay, "database-faults"],
    [clusters.every(({ relays }) => relays.length > 0), "partition", "black-hole"],
    [cloud && provider, "cloud", "signatures", "instances", "accounts", "cloud-faults"],
    // At an advertised address there are no further ports.
    [cloud && provider && cloud.advertised === undefined, "stand-ins"],
    [sameMachine, "certified-api"],
    // On other systems the loopback interface has only one address.
    [sameMachine && process.platform === "linux", "addresses"],
    [target.auditFolder, "audit"],
  ];
  return capabilities.flatMap(([is, ...names]) => (is ? names : []));
}

function providerOf({ name, provider, cloud }: Target, found: ReadonlySet<Provider>): Provider | undefined {
  if (provider === undefined) return providers.find((one) => found.has(one));
  if (!cloud || found.has(provider)) return provider;
  const others = found.size === 0 ? "nor of another that is known here" : `but of type ${[...found].join()}`;
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
    throw outOfReach({ name, api }, error);
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

async function mayDoAll({ name, tokenVariable }: TargetCluster, client: TargetClient, token: string): Promise<void> {
  for (const path of ["auth/token/lookup-self", "sys/mounts"]) {
    const { status } = await client.call({ method: "GET", path, token });
    if (status < 300) continue;
    throw new TargetTrouble(
      `${name} answers GET ${path} with ${status}: the token in ${tokenVariable} is wrong, or may not do everything`,
    );
  }
}

/**
 * True if a reply shows that the server has the requested path: a success, or a 404 without errors, as for an empty
 * list.
 */
function isServed({ status, body }: ApiReply): boolean {
  return status < 300 || (status === 404 && body !== undefined && (body.errors ?? []).length === 0);
}
