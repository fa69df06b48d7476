import { randomBytes } from "node:crypto";
import { Failure } from "#harness/cli/failure.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { Runner, RunServices, StartedStage } from "#harness/cli/runner.ts";
import { highestPort, type UpOptions } from "#harness/cli/up-options.ts";
import type { Control } from "#harness/control/control-of.ts";
import type { HistoryRecording } from "#harness/control/history-recording.ts";
import { startServer } from "#harness/databases/start-server.ts";
import { eventTypes, type Heading, historyVersion } from "#harness/history/event.ts";
import { runParts } from "#harness/history/run-parts.ts";
import { packageVersion } from "#harness/program/package-root.ts";
import { newContainerLock } from "#harness/reaper/container-lock.ts";
import { reapedFolder } from "#harness/reaper/reaped-folder.ts";
import type { EnvironmentFile } from "#harness/stages/environment/environment.ts";
import type { LiveOptions } from "#harness/stages/live/live-options.ts";
import type { LiveStage } from "#harness/stages/live.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";

const portStep = 100;

/** Runner of the command line. Modules are imported when needed, so that help does not load database drivers. */
export const localRunner: Runner = { prepare, start };

async function prepare(options: RehearseOptions & { workers: number }, report: string): Promise<RunServices> {
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
    const { targetServices } = await import("#harness/cli/target-services.ts");
    const services = rollback.use(await targetServices(options.target, histories));
    const kept = rollback.move();
    return { ...services, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }
  const folder = rollback.use(await reapedFolder({ also: newContainerLock() }));
  const starts = Array.from({ length: options.workers }, () =>
    startServer("postgresql", { source: options.databases }),
  );
  const started = await Promise.allSettled(starts);
  const servers = started.flatMap((one) => (one.status === "fulfilled" ? [rollback.use(one.value)] : []));
  for (const one of started) if (one.status === "rejected") throw one.reason;
  const localStack = options.cloud === "localstack" ? rollback.use(await startLocalStack()) : null;
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

async function start(options: UpOptions): Promise<StartedStage> {
  const { topology, port, rootToken, store, sealed, unsealKeyFile, logLevel, logFormat } = options;
  const { host, limits, allowedHosts } = options;
  const { topologyOf } = await import("#harness/stages/topologies.ts");
  const { TopologyProblem } = await import("#harness/stages/topology-file.ts");
  const { trackNewStores } = await import("#harness/stages/new-stores.ts");
  const { linkClusters, roleOf } = await import("#harness/stages/link-clusters.ts");
  const { embeddedPostgresql } = await import("#harness/databases/embedded-postgresql.ts");
  const { persistentDataFolder } = await import("#harness/databases/persistent-data-folder.ts");
  const { embeddedCloud } = await import("#harness/cloud/embedded/embedded-cloud.ts");
  const { persistentMemoryStores } = await import("#cluster/stores/persistent-memory-stores.ts");
  const { openStore } = await import("#cluster/stores/open-store.ts");
  const { parseStoreAddress } = await import("#cluster/stores/store-address.ts");
  const { textLines } = await import("#cluster/log-text.ts");
  const { unsealKeyFor } = await import("#harness/cli/unseal-key.ts");
  const readTopology = () => {
    try {
      return topologyOf(topology);
    } catch (cause) {
      throw cause instanceof TopologyProblem ? new Failure("usage", cause.message, { cause }) : cause;
    }
  };
  const parsedTopology = readTopology();
  const environments = await environmentsIn(options.environment, parsedTopology.clusters);
  const unseal = sealed ? undefined : await unsealKeyFor({ store, unsealKeyFile });
  const dataFolder = await persistentDataFolder(store);
  const keep = dataFolder && "folder" in dataFolder ? dataFolder.folder : undefined;
  // With in-memory stores, a cluster that crashes under control restarts with its saved data.
  const open = store === "memory" ? persistentMemoryStores() : (cluster: string) => openStore(store, { cluster });
  const stores = trackNewStores(open);
  await using rollback = new AsyncDisposableStack();
  const { auditFoldersFor } = await import("#harness/cli/audit-folders.ts");
  const audits = rollback.use(auditFoldersFor(options));
  const kept = options.control === undefined ? undefined : await startHistory(options, parsedTopology.clusters);
  const stage = await startLiveStage(port, {
    topology: parsedTopology,
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
    leapsWhenIdle: false,
    ...(kept ? { listeners: [kept.take], isOpen: true } : {}),
    ports: (index) => (port === 0 ? { api: 0, link: 0 } : { api: port + 10 * index, link: port + 10 * index + 1 }),
  });
  rollback.use(stage);
  // With --sealed the operator also links the clusters.
  if (unseal && parsedTopology.replication) {
    await linkClusters(stage, { replication: parsedTopology.replication, isNew: stores.isNew });
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
          ...(dataFolder && "why" in dataFolder ? { notKept: dataFolder.why } : {}),
        },
      ],
      cloud: { url: control?.cloudUrl ?? stage.cloud.url, region, account, ...administrator },
      ...(control ? { control: { url: control.url, token: control.token } } : {}),
    },
    async [Symbol.asyncDispose]() {
      // Disposed in reverse order, so that clients that follow the history also receive its end.
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

async function environmentsIn(path: string | undefined, clusters: readonly string[]): Promise<EnvironmentFile> {
  if (path === undefined) return {};
  const { EnvironmentProblem, readEnvironment } = await import("#harness/stages/environment/environment-file.ts");
  try {
    return readEnvironment({ path, clusters, variables: process.env });
  } catch (cause) {
    throw cause instanceof EnvironmentProblem ? new Failure("usage", cause.message, { cause }) : cause;
  }
}

/** Event types that `up` does not record: they occur at the end of a run, and `up` has none. */
const unrecordedEventTypes: readonly string[] = ["survey", "settled"];

async function startHistory({ report = "report" }: UpOptions, clusters: readonly string[]): Promise<HistoryRecording> {
  const { HistoryRecording } = await import("#harness/control/history-recording.ts");
  const heading: Heading = {
    history: historyVersion,
    by: `understudy ${packageVersion()}`,
    stage: "live",
    play: "understudy up",
    clusters,
    sees: eventTypes.filter((type) => !unrecordedEventTypes.includes(type)),
  };
  // Trouble is printed as it occurs, at every log level, while an operator can still act on it.
  return HistoryRecording.begin(report, heading, {
    onTrouble: (message) => void process.stderr.write(`understudy: ${message}\n`),
  });
}

type ControlFor = Readonly<{ options: UpOptions; history: HistoryRecording }>;

async function controlFor(stage: LiveStage, { options, history }: ControlFor): Promise<Control & { token: string }> {
  const { controlOf } = await import("#harness/control/control-of.ts");
  const token = options.controlToken ?? randomBytes(18).toString("base64url");
  const port = options.control ?? 0;
  const control = controlOf(stage, { port, token, history, version: packageVersion() });
  return Object.assign(await control.catch(explainPortInUse("use --control 0 for any free port")), { token });
}

async function startLiveStage(port: number, options: LiveOptions): Promise<LiveStage> {
  const { live } = await import("#harness/stages/live.ts");
  const other = port > highestPort - 2 * portStep ? port - portStep : port + portStep;
  return await live(options).catch(explainPortInUse(`use --port ${other}, or --port 0 for any free ports`));
}

function explainPortInUse(advice: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE")) throw cause;
    throw new Failure("not judged", `${cause.message}, perhaps by another understudy up: ${advice}`, { cause });
  };
}

function described(postgresql: string, product: string): string {
  return product === "postgresql" ? postgresql : `${product} and ${postgresql}`;
}

const storageTypes = { memory: "inmem", sqlite: "sqlite", postgres: "postgresql" } as const;

async function startLocalStack() {
  return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud();
}
