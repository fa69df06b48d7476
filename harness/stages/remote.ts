import { randomBytes } from "node:crypto";
import type { ApiRequest } from "#harness/api/request.ts";
import { CannotBePlayed, missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import { embeddedCloud } from "#harness/cloud/embedded/embedded-cloud.ts";
import { behindRelay } from "#harness/faults/behind-relay.ts";
import { Exchanges } from "#harness/history/exchanges.ts";
import { History, type Listener } from "#harness/history/history.ts";
import { recordedServer } from "#harness/history/recorded-server.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import { CreatedObjects } from "#harness/targets/created-objects.ts";
import { isOnlyInRoot } from "#harness/targets/permitted.ts";
import { PrefixedNames } from "#harness/targets/prefixed-names.ts";
import type { Probed } from "#harness/targets/probe.ts";
import { mountsCloudLogin, serverIdHeaders } from "#harness/targets/provider-terms.ts";
import { databaseMark } from "#harness/targets/run-marks.ts";
import { secretIn } from "#harness/targets/secret-in.ts";
import { cities, type Target } from "#harness/targets/target.ts";
import { outOfReach, TargetTrouble, targetClient, unreachableReason } from "#harness/targets/target-client.ts";
import { targetDatabase } from "#harness/targets/target-database.ts";
import { whyRefused } from "#harness/targets/token-permissions.ts";
import { auditFiles } from "./audit-files.ts";
import { ownDatabaseOnly } from "./own-servers.ts";
import { afterJoin, callProvider, missingCluster } from "./remote/remote-cluster.ts";
import { closeRelays, linkFaults, openRelays } from "./remote/remote-links.ts";
import { killAndStart, renew } from "./remote/remote-start.ts";
import { RemoteTime } from "./remote/remote-time.ts";
import { eventually, unsealed } from "./remote/remote-wait.ts";
import { unlinked } from "./remote/unlinked.ts";
import type { Stage, StageCluster, StartedAs } from "./stage.ts";

export type RemoteOptions = Readonly<{
  target: Target;
  probed: Probed;
  /** Prefix of the names that scenarios give to objects on servers that are not reset. */
  prefix: string;
  /** Oslo, and the clusters that the scenario names outside of its Background. */
  clusters: readonly string[];
  /** Names of all clusters of the scenario, including those in its Background. */
  named: readonly string[];
  replicates: boolean;
  listeners?: readonly Listener[];
}>;

const open = new Set<Stage>();

/**
 * Closes the open stages one after the other, which removes the objects of their scenarios, and the relays of the
 * target. Rejects at the first stage whose objects remain.
 */
export async function closeRemoteStages(): Promise<void> {
  try {
    for (const stage of open) await stage[Symbol.asyncDispose]();
  } finally {
    await closeRelays();
  }
}

/**
 * Opens a stage on external servers. With `reset: clear`, disposing removes the objects of the scenario, and rejects
 * with an {@link Unavailable} if objects remain. Rejects with {@link CannotBePlayed} if the target lacks a cluster of
 * the scenario, and with an {@link Unavailable} if the target does not respond.
 */
export async function remote(options: RemoteOptions): Promise<Stage> {
  try {
    return await opened(options);
  } catch (cause) {
    throw cause instanceof TargetTrouble ? new Unavailable(cause.message, { cause }) : cause;
  }
}

async function opened(options: RemoteOptions): Promise<Stage> {
  const { target, probed, prefix, clusters, named, replicates, listeners = [] } = options;
  const missing = clusters.find((name) => !target.clusters.some((one) => one.name === name));
  if (missing !== undefined) throw new CannotBePlayed(`${target.name} has no cluster ${missing}`);
  await using rollback = new AsyncDisposableStack();
  const time = new RemoteTime(target);
  const { now } = time;
  const history = new History(now);
  for (const listener of listeners) history.subscribe(listener);
  const recorder = new Recorder({ history, key: randomBytes(16).toString("hex") });
  const exchanges = new Exchanges({ recorder, now });
  const left: string[] = [];
  const capabilities = new Set(probed.capabilities);
  const isFresh = target.reset === "fresh";
  const mayRelink = target.mayRelink && !isFresh && replicates;
  const database = target.database && capabilities.has("database") ? await targetDatabase(target.database) : undefined;
  if (database) {
    rollback.defer(() => database[Symbol.asyncDispose]());
    rollback.defer(async () => void left.push(...(await database.clear())));
  }
  const cloud =
    target.cloud && capabilities.has("cloud") ? rollback.use(await cloudFor(probed, target.cloud, now)) : undefined;
  const relays = await openRelays(target);
  const audits = rollback.use(auditFiles(target.auditFolder));
  const replicationRole = replicatesOf({
    isAlone: !replicates,
    isFresh: isFresh || mayRelink,
    canReplicate: capabilities.has("replication"),
  });
  const mine = new Set<string>();
  const quotas = { hasQuota: false };
  const names = new PrefixedNames(prefix, target.clusters.find(({ namespace }) => namespace !== undefined)?.namespace);
  const clusterByName = new Map<string, StageCluster>();
  const startedAs = new Map<string, StartedAs>();
  // Clusters that only the Background uses exist only where the scenario may link them; elsewhere they are not needed.
  const used = target.clusters.filter(({ name }) => (isFresh || mayRelink ? named : clusters).includes(name));
  if (isFresh) await Promise.all(used.map((cluster) => renew(cluster, target)));
  const topology = mayRelink ? await unlinked(target, rollback) : undefined;
  for (const cluster of used) {
    const client = rollback.use(targetClient(cluster, quotas));
    const rootToken = secretIn(cluster.tokenVariable, `the token of ${cluster.name}`);
    const ask = async (request: ApiRequest) => {
      if (mountsCloudLogin(request) && !probed.hasCloudLogin)
        throw new CannotBePlayed(`${target.name} has no cloud login method`);
      if (cluster.namespace !== undefined && isOnlyInRoot(request))
        throw new CannotBePlayed(`${request.path} does not exist in the target's namespace`);
      const reply = await callProvider(client, { provider: probed.provider, request, database });
      topology?.note(cluster.name, request);
      await afterJoin(cluster, { target, request, reply });
      return reply;
    };
    const created = isFresh
      ? undefined
      : new CreatedObjects({ cluster: cluster.name, rootToken, call: ask, mine, prefix, mayRelink });
    if (created) {
      await created.open().catch((error: unknown) => Promise.reject(outOfReach(cluster, error)));
      rollback.defer(async () => void left.push(...(await created.clear()).map((one) => `${one} in ${cluster.name}`)));
    }
    const recorded = exchanges.over({
      name: cluster.name,
      api: cluster.peerApi,
      link: cluster.link,
      rootToken,
      filterKey: target.filterKey,
      ...(replicationRole ? { replicates: replicationRole } : {}),
      call: created
        ? async (request) => names.unprefixReply(await created.call(names.prefixRequest(request)), request)
        : ask,
      async restart(changed = {}) {
        const as = { ...startedAs.get(cluster.name), ...changed };
        const cause = history.note({ type: "crash", cluster: cluster.name });
        await killAndStart(cluster, target, as);
        if (Object.keys(as).length > 0) startedAs.set(cluster.name, as);
        await unsealed(cluster, client);
        history.note({ type: "start", cluster: cluster.name, cause });
      },
      crashAt: () => Promise.reject(missingCapability("restart", "at a failpoint")),
    });
    clusterByName.set(cluster.name, recorded);
  }
  // Before the objects of the scenario are deleted, some of which only a primary can delete.
  rollback.defer(async () => {
    relays?.healAll();
    if (isFresh) return;
    for (const cluster of used) {
      if (!startedAs.has(cluster.name)) continue;
      const again = killAndStart(cluster, target, {}).then(() => unsealed(cluster));
      await again.catch((error: unknown) => left.push(`changes of ${cluster.name} (${unreachableReason(error)})`));
    }
    await topology?.restore().catch((error: unknown) => {
      left.push(`the replication of ${target.name} (${unreachableReason(error)})`);
    });
  });
  const rest = rollback.move();
  const stage: Stage = {
    name: "remote",
    capabilities,
    clusters: cities.map((name) => clusterByName.get(name) ?? missingCluster(name, target)),
    databaseMark: databaseMark(prefix),
    get database() {
      return database ? recordedServer(database, recorder) : fail("database");
    },
    async faultyDatabase(kind) {
      const { relay } = target.database ?? {};
      if (!relay) throw missingCapability("database-faults");
      const { bind, service: advertised } = relay;
      const server = { ...(await ownDatabaseOnly(stage.database, kind)), isShared: true };
      return rest.use(await behindRelay(server, { bind, ...(advertised === undefined ? {} : { advertised }) }));
    },
    databaseOf: async (kind) => ownDatabaseOnly(stage.database, kind),
    get cloud() {
      return cloud ?? fail("cloud");
    },
    history,
    exchangeOf: (outcome) => exchanges.of(outcome),
    now,
    async pass(milliseconds) {
      if (time.isMovable) history.note({ type: "time", milliseconds });
      await time.pass(milliseconds);
    },
    ...linkFaults({ relays, history, named }),
    backUp: async () => fail("backup"),
    restoreBackup: async () => fail("backup"),
    logs: () => [],
    auditFile: async (name) => (target.auditFolder === undefined ? fail("audit") : audits.of(name)),
    async certifiedApi(name) {
      const { api = "" } = target.clusters.find((one) => one.name === name) ?? {};
      if (!target.sameMachine || api.startsWith("https:")) fail("certified-api");
      const { certifiedApi } = await import("./certified-api.ts");
      return rest.use(await certifiedApi(() => api));
    },
    async lost(judged) {
      for (const cluster of clusterByName.values()) {
        const health = cluster.call({ method: "GET", path: "sys/health" });
        const { api } = target.clusters.find(({ name }) => name === cluster.name) ?? cluster;
        const why = await health.then(
          () => undefined,
          () => `${cluster.name} at ${api} is out of reach`,
        );
        if (why !== undefined) return why;
      }
      const refused = judged && (await whyRefused(judged, target, (name) => clusterByName.get(name)));
      if (refused !== undefined) return refused;
      if (!database || (await database.answers())) return undefined;
      return `the database server (${database.description}) is out of reach`;
    },
    eventually,
    async [Symbol.asyncDispose]() {
      await rest.disposeAsync();
      open.delete(stage);
      if (left.length > 0) throw new Unavailable(`left behind: ${left.splice(0).join(", ")}`);
    },
  };
  open.add(stage);
  return stage;
}

function fail(need: Parameters<typeof missingCapability>[0]): never {
  throw missingCapability(need);
}

function replicatesOf(
  scenario: Readonly<{ isAlone: boolean; isFresh: boolean; canReplicate: boolean }>,
): StageCluster["replicates"] {
  const { isAlone, isFresh, canReplicate } = scenario;
  if (isAlone && !canReplicate) return "not possible";
  if (isFresh) return undefined;
  return isAlone ? "not needed" : "as it stands";
}

async function cloudFor(
  { provider }: Probed,
  { host, port, advertised }: NonNullable<Target["cloud"]>,
  now: () => number,
): Promise<CloudProvider> {
  const cloud = await embeddedCloud({ host, port, advertised, now });
  return {
    ...cloud,
    createUser: async (name, path) => ({
      ...(await cloud.createUser(name, path)),
      serverIdHeader: serverIdHeaders[provider],
    }),
  };
}
