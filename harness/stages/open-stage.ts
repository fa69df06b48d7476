import { createHash } from "node:crypto";
import { isMainThread } from "node:worker_threads";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { decidableWith } from "#harness/checkers/decidable.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { ServerSource } from "#harness/databases/server-source.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import type { ServerAddress, WorkerServer } from "#harness/databases/worker-server.ts";
import type { Listener } from "#harness/history/history.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import { virtualBeginning } from "#harness/simulation/virtual-beginning.ts";
import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";
import { unseenOnTargets } from "#harness/targets/unseen-events.ts";
import type { EnvironmentFile } from "./environment/environment.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { onProduct } from "./on-product.ts";
import { PlayFiles } from "./play-files.ts";
import type { Stage, Topology } from "./stage.ts";
import type { StoreKind } from "./stage-stores.ts";
import { unlinked } from "./topologies.ts";

/** Settings that apply to the stages of all scenarios of a run. A JSON value, because workers receive it. */
export type StageSetting = StageKind &
  Readonly<{
    histories: string;
    /** Environment variables of clusters that the stage starts. Default: instance metadata are disabled. */
    environments?: EnvironmentFile;
    /** Database product of scenarios that name none. Default: PostgreSQL. */
    product?: DatabaseServer["kind"];
  }>;

type StageKind =
  | Readonly<{
      stage: "simulated";
      seed: number;
      traces: string;
    }>
  | Readonly<{
      stage: "live";
      /**
       * One database server per worker, because the users of a server are visible to all its clients. `source` starts a
       * replacement if a server dies.
       */
      databases: Readonly<{ source?: ServerSource | undefined; servers: readonly ServerAddress[] }>;
      /** URL of a shared LocalStack, or null if each stage has an embedded cloud. */
      localStack: string | null;
      folder: string;
      store: StoreKind;
    }>
  | Readonly<{
      stage: "remote";
      /** The target. It contains no secrets: these are in environment variables. */
      target: Target;
      probed: Probed;
      /** Prefix of the names that scenarios give to objects on servers that are not reset. */
      prefix: string;
    }>;

export type StageRequest = Readonly<{
  sealed?: boolean;
  /** Oslo, and the clusters that the scenario names outside of its Background. A target must have them. */
  clusters?: readonly string[];
  /** Names of all clusters of the scenario. Stages that start clusters start only these. Default: all three. */
  named?: readonly string[];
  replicates?: boolean;
  /**
   * Text of the scenario. On the simulated stage, it determines all random numbers together with the seed of the run.
   * Default: "".
   */
  text?: string;
}>;

/** Event types that a stage cannot record. */
const unseen: Readonly<Record<StageSetting["stage"], readonly string[]>> = {
  simulated: [],
  live: [],
  remote: unseenOnTargets,
};

export type JudgedStage = Stage &
  Readonly<{
    /**
     * Returns the judgements of the checkers. The list is empty until the stage is disposed of. External servers are
     * checked by rules about requests and responses.
     */
    judgements(): readonly Judgement[];
  }>;

/**
 * Opens a stage for one scenario. `place` is the scenario's location, such as `features/failover/planned.feature:11`.
 * Rejects with `CannotBePlayed` if, for example, a target has no cluster that the scenario names.
 */
export async function openStage(
  setting: StageSetting,
  place: string,
  { sealed = false, clusters = [], named = unlinked.clusters, replicates = false, text = "" }: StageRequest = {},
): Promise<JudgedStage> {
  const files = new PlayFiles({
    place,
    stage: setting.stage,
    clusters: named,
    histories: setting.histories,
    unseen: unseen[setting.stage],
    ...(setting.stage === "simulated"
      ? {
          trace: {
            folder: setting.traces,
            seed: seedOf(setting.seed, text),
            runSeed: setting.seed,
            began: virtualBeginning,
          },
        }
      : {}),
  });
  try {
    const checkerRun = new CheckerRun(files.heading, decidableWith(files.heading.sees));
    const listeners = [files.take, checkerRun.take];
    await using rollback = new AsyncDisposableStack();
    const inner = rollback.use(await opened(setting, { sealed, clusters, named, replicates, text, listeners }));
    const stage = await onProduct(inner, setting.product ?? "postgresql");
    rollback.move();
    let judgements: readonly Judgement[] = [];
    const dispose = async () => {
      using _ = files;
      await inner[Symbol.asyncDispose]();
      stage.history.note({ type: "end" });
      judgements = checkerRun.end();
    };
    // Getters of a missing capability throw, so the stage is inherited from and not copied.
    return Object.create(stage, {
      [Symbol.asyncDispose]: { value: dispose },
      judgements: { value: () => judgements },
    }) as JudgedStage;
  } catch (error) {
    files.abandon();
    throw error;
  }
}

type Play = Required<StageRequest> & Readonly<{ listeners: readonly Listener[] }>;

async function opened(
  setting: StageSetting,
  { sealed, clusters, named, replicates, text, listeners }: Play,
): Promise<Stage> {
  const topology = { ...unlinked, clusters: unlinked.clusters.filter((name) => named.includes(name)) };
  if (setting.stage === "live") return openLive(setting, { topology, sealed, listeners });
  if (setting.stage === "simulated") {
    const { simulated } = await import("./simulated.ts");
    const { environments = {} } = setting;
    return simulated({ seed: seedOf(setting.seed, text), topology, sealed, listeners, environments });
  }
  if (sealed) throw missingCapability("init");
  return (await import("./remote.ts")).remote({ ...setting, clusters, named, replicates, listeners });
}

async function openLive(
  { databases, localStack, store, folder, environments = {} }: Extract<StageSetting, { stage: "live" }>,
  { topology, sealed, listeners }: Pick<Play, "sealed" | "listeners"> & Readonly<{ topology: Topology }>,
): Promise<Stage> {
  server ??= await serverOfThisWorker(databases);
  others ??= import("#harness/databases/worker-others.ts").then(({ workerOthers }) => workerOthers(databases.source));
  const database = await server.address();
  const { live } = await import("./live.ts");
  const { stageStores } = await import("./stage-stores.ts");
  const { postgresqlByUrl } = await import("#harness/databases/postgresql-by-url.ts");
  const cloud: LiveOptions["cloud"] = async (now, after) => {
    if (localStack === null)
      return (await import("#harness/cloud/embedded/embedded-cloud.ts")).embeddedCloud({ now, after });
    return (await import("#harness/cloud/localstack-cloud.ts")).localStackCloud({ url: localStack });
  };
  await using rollback = new AsyncDisposableStack();
  const administrator = rollback.use(postgresqlByUrl(database));
  const stores = rollback.use(await stageStores(store, { database: administrator, folder }));
  const otherServers = await others;
  const starting = live({
    topology,
    database: postgresqlByUrl(database),
    others: otherServers,
    cloud,
    sealed,
    listeners,
    folder,
    log: "kept",
    environments,
    store: (name) => stores.open(name),
  });
  const stage = rollback.use(
    await starting.catch(async (cause: unknown) => {
      if (await administrator.answers()) throw cause;
      throw new Unavailable(`the database server (${database.description}) has died`, { cause });
    }),
  );
  const kept = rollback.move();
  return { ...stage, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

/** Database server of this worker. Each worker is a thread with module state of its own. */
let server: WorkerServer | undefined;
let others: Promise<WorkerOthers> | undefined;

async function serverOfThisWorker({
  source,
  servers,
}: Extract<StageSetting, { stage: "live" }>["databases"]): Promise<WorkerServer> {
  const { workerServer } = await import("#harness/databases/worker-server.ts");
  const { startServer } = await import("#harness/databases/start-server.ts");
  // The runner numbers its threads. Without threads there is one worker, without a number.
  const own = servers[isMainThread ? 0 : Number(process.env.CUCUMBER_WORKER_ID)];
  if (!own) throw new Error("expected a database server for each worker");
  return workerServer(own, () => startServer("postgresql", { source }));
}

/** Releases the resources that the stages of this worker share. Call it after all stages are disposed of. */
export async function closeStages(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  await (await others)?.[Symbol.asyncDispose]();
  others = undefined;
}

function seedOf(seed: number, text: string): number {
  return createHash("sha256").update(`${seed}/${text}`).digest().readUInt32LE();
}
