import { randomBytes } from "node:crypto";
import { Failure } from "#harness/cli/failure.ts";
import { packageVersion } from "#harness/cli/package-root.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { RaisedStage, Runner, Scenery } from "#harness/cli/runner.ts";
import { highestPort, type UpOptions } from "#harness/cli/up-options.ts";
import type { Control } from "#harness/control/control-of.ts";
import type { HistoryRecording } from "#harness/control/history-recording.ts";
import { startServer } from "#harness/databases/start-server.ts";
import { eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import { runParts } from "#harness/history/run-parts.ts";
import { newContainerLock } from "#harness/reaper/container-lock.ts";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import type { EnvironmentFile } from "#harness/stages/environment/environment.ts";
import type { LiveOptions } from "#harness/stages/live/live-options.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";

/** Topologies have up to nine clusters, whose ports are ten apart. */
const portsApart = 100;

/** The theatre of this package. It is imported bit by bit: help and mistakes should not wait for database drivers. */
export const localRunner: Runner = { prepare, raise };

async function prepare(options: RehearseOptions & { workers: number }, report: string): Promise<Scenery> {
  await using rollback = new AsyncDisposableStack();
  const { unlinked } = await import("#harness/stages/topologies.ts");
  const environments = await environmentsIn(options.environment, unlinked.clusters);
  const { folder: histories } = rollback.use(await runParts(report, "histories"));
  if (options.stage === "simulated") {
    const { folder: traces } = rollback.use(await runParts(report, "traces"));
    const setting = { stage: "simulated", seed: options.seed, traces, histories, environments } satisfies StageSetting;
    const kept = rollback.move();
    return {
      database: "simulated",
      cloud: "simulated",
      worldParameters: setting,
      [Symbol.asyncDispose]: () => kept.disposeAsync(),
    };
  }
  if (options.stage === "remote") {
    const { targetScenery } = await import("#harness/cli/target-scenery.ts");
    const scenery = rollback.use(await targetScenery(options.target, histories));
    const kept = rollback.move();
    return { ...scenery, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }
  const folder = rollback.use(await reapedFolder({ also: newContainerLock() }));
  const begun = Array.from({ length: options.workers }, () => startServer("postgresql", { source: options.databases }));
  const started = await Promise.allSettled(begun);
  const servers = started.flatMap((one) => (one.status === "fulfilled" ? [rollback.use(one.value)] : []));
  for (const one of started) if (one.status === "rejected") throw one.reason;
  const localStack = options.cloud === "localstack" ? rollback.use(await localStackOfItsOwn()) : null;
  const kept = rollback.move();
  const setting = {
    stage: "live",
    databases: {
      ...(options.databases === undefined ? {} : { source: options.databases }),
      servers: servers.map(({ url, description }) => ({ url, description })),
    },
    localStack: localStack?.url ?? null,
    folder: folder.path,
    product: options.product,
    store: options.store,
    histories,
    environments,
  } satisfies StageSetting;
  return {
    database: described(servers[0]?.description ?? "none", options.product),
    cloud: localStack?.description ?? "embedded",
    worldParameters: setting,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function raise(options: UpOptions): Promise<RaisedStage> {
  const { topology, port, rootToken, store, sealed, unsealKeyFile, logLevel, logFormat } = options;
  const { host, limits, allowedHosts } = options;
  const { topologyOf } = await import("#harness/stages/topologies.ts");
  const { TopologyProblem } = await import("#harness/stages/topology-file.ts");
  const { noticingNewStores } = await import("#harness/stages/new-stores.ts");
  const { linkClusters, roleOf } = await import("#harness/stages/link-clusters.ts");
  const { embeddedPostgresql } = await import("#harness/databases/embedded-postgresql.ts");
  const { persistentDataFolder } = await import("#harness/databases/persistent-data-folder.ts");
  const { embeddedCloud } = await import("#harness/cloud/embedded/embedded-cloud.ts");
  const { persistentMemoryStores } = await import("#cluster/stores/persistent-memory-stores.ts");
  const { openStore } = await import("#cluster/stores/open-store.ts");
  const { parseStoreAddress } = await import("#cluster/stores/store-address.ts");
  const { textLines } = await import("#cluster/log-text.ts");
  const { unsealKeyFor } = await import("#harness/cli/unseal-key.ts");
  const known = () => {
    try {
      return topologyOf(topology);
    } catch (cause) {
      throw cause instanceof TopologyProblem ? new Failure("usage", cause.message, { cause }) : cause;
    }
  };
  const raised = known();
  const environments = await environmentsIn(options.environment, raised.clusters);
  const unseal = sealed ? undefined : await unsealKeyFor({ store, unsealKeyFile });
  const place = await persistentDataFolder(store);
  const keep = place && "folder" in place ? place.folder : undefined;
  // A cluster that crashes under control finds what it had saved.
  const open = store === "memory" ? persistentMemoryStores() : (cluster: string) => openStore(store, { cluster });
  const stores = noticingNewStores(open);
  await using rollback = new AsyncDisposableStack();
  const { auditFoldersFor } = await import("#harness/cli/audit-folders.ts");
  const audits = rollback.use(auditFoldersFor(options));
  const kept = options.control === undefined ? undefined : await keptHistory(options, raised.clusters);
  const stage = await liveAt(port, {
    topology: raised,
    database: await embeddedPostgresql({ keep }),
    cloud: (now) => embeddedCloud({ now }),
    rootToken: rootToken ?? `hvs.${randomBytes(18).toString("base64url")}`,
    ...(unseal ? { unsealKey: unseal.key } : { sealed: true }),
    store: stores.open,
    storageType: storageTypes[parseStoreAddress(store).kind],
    log: { level: logLevel, destination: logFormat === "text" ? textLines(process.stderr) : process.stderr },
    limits,
    ...(host === undefined ? {} : { host }),
    allowedHosts,
    auditFolders: audits.of,
    environments,
    hurries: false,
    ...(kept ? { listeners: [kept.take], isOpen: true } : {}),
    ports: (index) => (port === 0 ? { api: 0, link: 0 } : { api: port + 10 * index, link: port + 10 * index + 1 }),
  });
  rollback.use(stage);
  // Sealed clusters are untouched: linking them, too, is the operator's.
  if (unseal && raised.replication) {
    await linkClusters(stage, { replication: raised.replication, isNew: stores.isNew });
  }
  const clusters = await Promise.all(
    stage.clusters.map(async ({ name, api, link, rootToken: token }) => ({
      ...{ name, api, link, auditFolders: audits.of(name) },
      ...(unseal ? { token, ...(await roleOf(name, stage)) } : {}),
    })),
  );
  const control = kept && rollback.use(await controlFor(stage, { options, history: kept }));
  rollback.move();
  const { region, account, administrator } = stage.cloud;
  let closing: readonly string[] = [];
  let unwritten: string | undefined;
  return {
    closing: () => closing,
    unwritten: () => unwritten,
    state: {
      clusters,
      ...(unseal ? { unsealKey: unseal.file ? { file: unseal.file } : { hex: unseal.key.toHex() } } : {}),
      databases: [
        {
          kind: stage.database.kind,
          url: control?.databaseUrl ?? stage.database.url,
          kept: keep !== undefined,
          ...(place && "why" in place ? { notKept: place.why } : {}),
        },
      ],
      cloud: { url: control?.cloudUrl ?? stage.cloud.url, region, account, ...administrator },
      ...(control ? { control: { url: control.url, token: control.token } } : {}),
    },
    async [Symbol.asyncDispose]() {
      // Backwards: who follows the history is told its end, too.
      await using ending = new AsyncDisposableStack();
      ending.use(audits);
      if (control) ending.use(control);
      if (kept)
        ending.defer(async () => {
          stage.history.note({ type: "end" });
          const { page, broken, trouble } = await kept.end();
          unwritten = trouble;
          closing = [...broken.map((rule) => `✘ ${rule}`), `report: ${page}`];
        });
      ending.use(stage);
      if (control) ending.defer(() => control.recover());
    },
  };
}

/** What the file says that clusters have in their environment. Throws a Failure "usage" when it cannot be used. */
async function environmentsIn(path: string | undefined, clusters: readonly string[]): Promise<EnvironmentFile> {
  if (path === undefined) return {};
  const { EnvironmentProblem, readEnvironment } = await import("#harness/stages/environment/environment-file.ts");
  try {
    return readEnvironment({ path, clusters, variables: process.env });
  } catch (cause) {
    throw cause instanceof EnvironmentProblem ? new Failure("usage", cause.message, { cause }) : cause;
  }
}

/** What is not known of clusters that others ask: when all has settled, and what there is then. */
const unseenAtControlled: readonly string[] = ["survey", "settled"];

async function keptHistory({ report = "report" }: UpOptions, clusters: readonly string[]): Promise<HistoryRecording> {
  const { HistoryRecording } = await import("#harness/control/history-recording.ts");
  const heading: Heading = {
    history: historyVersion,
    by: `understudy ${packageVersion()}`,
    stage: "live",
    play: "understudy up",
    clusters,
    sees: eventTypes.filter((type) => !unseenAtControlled.includes(type)),
  };
  // It is said while there is still something to do about it, whatever clusters log.
  return HistoryRecording.begin(report, heading, {
    onTrouble: (told) => void process.stderr.write(`understudy: ${told}\n`),
  });
}

type ControlFor = Readonly<{ options: UpOptions; history: HistoryRecording }>;

async function controlFor(stage: LiveStage, { options, history }: ControlFor): Promise<Control & { token: string }> {
  const { controlOf } = await import("#harness/control/control-of.ts");
  const token = options.controlToken ?? randomBytes(18).toString("base64url");
  const port = options.control ?? 0;
  const control = controlOf(stage, { port, token, history, version: packageVersion() });
  return Object.assign(await control.catch(inUse("--control 0 takes any that is free")), { token });
}

/** A stage from this port on. Throws a Failure that names the option to use when a port is taken. */
async function liveAt(port: number, options: LiveOptions): Promise<LiveStage> {
  const { live } = await import("#harness/stages/live.ts");
  const other = port > highestPort - 2 * portsApart ? port - portsApart : port + portsApart;
  return await live(options).catch(inUse(`--port ${other} takes others, --port 0 any that are free`));
}

/** Throws what it is given; for a port that is taken, a Failure that says with which option there are `others`. */
function inUse(others: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE")) throw cause;
    throw new Failure("not judged", `${cause.message}, perhaps by another understudy up: ${others}`, { cause });
  };
}

/** The servers of a run, for people. */
function described(postgresql: string, product: string): string {
  return product === "postgresql" ? postgresql : `${product}, and beside it ${postgresql}`;
}

/** Kinds of stores in the reference's words, where it has them. */
const storageTypes = { memory: "inmem", sqlite: "sqlite", postgres: "postgresql" } as const;

async function localStackOfItsOwn() {
  return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud();
}
