import { randomBytes } from "node:crypto";
import { Failure } from "#harness/cli/failure.ts";
import type { RehearseOptions } from "#harness/cli/rehearse-options.ts";
import type { RaisedStage, Scenery, Theatre } from "#harness/cli/theatre.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { StageSetting } from "#harness/stages/open-stage.ts";
import { runTrace } from "#harness/stages/run-trace.ts";

/** The theatre of this package. It is imported bit by bit: help and mistakes should not wait for database drivers. */
export const ownTheatre: Theatre = { prepare, raise };

async function prepare(options: RehearseOptions, report: string): Promise<Scenery> {
  if (options.stage === "simulated") {
    const trace = await runTrace(report);
    const setting = { stage: "simulated", seed: options.seed, traces: trace.folder } satisfies StageSetting;
    return {
      database: "simulated",
      cloud: "simulated",
      worldParameters: setting,
      [Symbol.asyncDispose]: () => trace[Symbol.asyncDispose](),
    };
  }
  await using rollback = new AsyncDisposableStack();
  const database = rollback.use(await databaseServer(options.databases));
  const localStack = options.cloud === "localstack" ? rollback.use(await localStackOfItsOwn()) : null;
  const kept = rollback.move();
  const { url, description } = database;
  const setting = {
    stage: "live",
    database: { url, description },
    localStack: localStack?.url ?? null,
    store: options.store,
  } satisfies StageSetting;
  return {
    database: description,
    cloud: localStack?.description ?? "embedded",
    worldParameters: setting,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function raise(options: UpOptions): Promise<RaisedStage> {
  const {
    topology,
    port,
    rootToken,
    store,
    sealed,
    unsealKeyFile,
    logLevel,
    logFormat,
    limits,
    allowedHosts,
    auditFolders,
  } = options;
  const { TopologyProblem, topologyOf } = await import("#harness/stages/topologies.ts");
  const { live } = await import("#harness/stages/live.ts");
  const { embeddedCloud } = await import("#harness/cloud/embedded-cloud.ts");
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
  const unseal = sealed ? undefined : await unsealKeyFor({ store, unsealKeyFile });
  const stage = await live({
    topology: raised,
    database: await databaseServer("embedded"),
    cloud: (now) => embeddedCloud({ now }),
    rootToken: rootToken ?? `hvs.${randomBytes(18).toString("base64url")}`,
    ...(unseal ? { unsealKey: unseal.key } : { sealed: true }),
    store: (cluster) => openStore(store, { cluster }),
    storageType: storageTypes[parseStoreAddress(store).kind],
    log: { level: logLevel, destination: logFormat === "text" ? textLines(process.stderr) : process.stderr },
    limits,
    allowedHosts,
    auditFolders,
    ports: (index) => (port === 0 ? { api: 0, link: 0 } : { api: port + 10 * index, link: port + 10 * index + 1 }),
  });
  const { url, region, account, administrator } = stage.cloud;
  return {
    state: {
      clusters: stage.clusters.map(({ name, api, link, rootToken: token }) =>
        unseal ? { name, api, link, token } : { name, api, link },
      ),
      ...(unseal ? { unsealKey: unseal.file ? { file: unseal.file } : { hex: unseal.key.toHex() } } : {}),
      databases: [{ kind: stage.database.kind, url: stage.database.url }],
      cloud: { url, region, account, ...administrator },
    },
    [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
  };
}

/** Kinds of stores in the reference's words, where it has them. */
const storageTypes = { memory: "inmem", sqlite: "sqlite", postgres: "postgresql" } as const;

async function databaseServer(kind: "embedded" | "containers"): Promise<DatabaseServer> {
  if (kind === "embedded") return (await import("#harness/databases/embedded-postgresql.ts")).embeddedPostgresql();
  return (await import("#harness/databases/container-postgresql.ts")).containerPostgresql();
}

async function localStackOfItsOwn() {
  return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud();
}
