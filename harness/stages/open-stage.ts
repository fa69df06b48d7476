import { createHash } from "node:crypto";
import { isMainThread } from "node:worker_threads";
import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import type { ServerSource } from "#harness/databases/server-source.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import type { ServerAddress, WorkerServer } from "#harness/databases/worker-server.ts";
import type { Listener } from "#harness/history/history.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import { virtualBeginning } from "#harness/simulation/virtual-beginning.ts";
import type { Probed } from "#harness/targets/probe.ts";
import type { Target } from "#harness/targets/target.ts";
import type { EnvironmentFile } from "./environment/environment.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { missingCapability } from "./missing-capability.ts";
import { onProduct } from "./on-product.ts";
import { PlayFiles } from "./play-files.ts";
import type { Stage, Topology } from "./stage.ts";
import type { StoreKind } from "./stage-stores.ts";
import { unlinked } from "./topologies.ts";

/** On what stage every scenario of a run is played; JSON, because it goes to workers. */
export type StageSetting = StageKind &
  Readonly<{
    /** Folder for the histories of the run's scenarios. */
    histories: string;
    /** What clusters of our own have in their environment. Default: that they have no instance metadata. */
    environments?: EnvironmentFile;
    /** The product whose server scenarios are played on that name none. Default: PostgreSQL. */
    product?: DatabaseServer["kind"];
  }>;

type StageKind =
  | Readonly<{
      stage: "simulated";
      seed: number;
      /** Folder for the traces of the run's scenarios. */
      traces: string;
    }>
  | Readonly<{
      stage: "live";
      /** A database server to each worker, as all users of a server see one another; and where one comes from that takes a dead one's place. */
      databases: Readonly<{ source?: ServerSource | undefined; servers: readonly ServerAddress[] }>;
      /** Address of a LocalStack that all share; null for an embedded cloud to each stage. */
      localStack: string | null;
      /** Folder for temporary files, which goes with the run, however that ends. */
      folder: string;
      /** On what clusters keep their state. */
      store: StoreKind;
    }>
  | Readonly<{
      stage: "remote";
      /** Its secrets stay in the environment. */
      target: Target;
      probed: Probed;
      /** What the names of all that scenarios make begin with, so that they stand beside others'. */
      prefix: string;
    }>;

/** What a scenario begins with. */
export type StageRequest = Readonly<{
  /** Whether its clusters are uninitialised. */
  sealed?: boolean;
  /** Names of the clusters that it speaks of, those that only its Background speaks of left out: a target has to have these. */
  clusters?: readonly string[];
  /** Names of all clusters that it speaks of, its Background among it: stages of our own start these and no other. Default: all there can be. */
  named?: readonly string[];
  /** Whether it says that it needs replication; otherwise it is about one cluster. */
  replicates?: boolean;
  /** What the scenario says: with the seed of the run, this decides all chance of a simulated stage. Default: nothing. */
  text?: string;
}>;

/** What happens on a stage and is in no history of it: on servers that are not ours, all but what is asked of them and answered. */
const unseen: Readonly<Record<StageSetting["stage"], readonly string[]>> = {
  simulated: [],
  live: [],
  remote: ["frame", "arrival", "failpoint", "statement", "cloud", "log", "survey", "settled"],
};

/** A stage whose history is judged. */
export type JudgedStage = Stage &
  Readonly<{
    /** What the checkers say of all that happened; empty until the stage is disposed of. */
    judgements(): readonly Judgement[];
  }>;

/**
 * Opens a stage for one scenario. `place` names the scenario, such as `features/failover/planned.feature:11`. What a stage is made
 * of is imported when it is wanted: a simulation needs no database driver, a live run no simulator. Throws `CannotBePlayed` when a
 * target lacks what the scenario speaks of.
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
    // Servers that are shared were there before, and what others do with them is in no history.
    const bench = new CheckerRun(files.heading, setting.stage === "remote" ? [] : checkers);
    const listeners = [files.take, bench.take];
    await using begun = new AsyncDisposableStack();
    const whole = begun.use(await opened(setting, { sealed, clusters, named, replicates, text, listeners }));
    const stage = await onProduct(whole, setting.product ?? "postgresql");
    begun.move();
    let judgements: readonly Judgement[] = [];
    const dispose = async () => {
      using _ = files;
      await whole[Symbol.asyncDispose]();
      stage.history.note({ type: "end" });
      judgements = bench.end();
    };
    // What a stage cannot do it says when it is asked: nothing of it is asked here.
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
  return (await import("./remote.ts")).remote({ ...setting, clusters, replicates, listeners });
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
  const beside = await others;
  const starting = live({
    topology,
    database: postgresqlByUrl(database),
    others: beside,
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

/** Workers are threads and have modules of their own. */
let server: WorkerServer | undefined;
let others: Promise<WorkerOthers> | undefined;

async function serverOfThisWorker({
  source,
  servers,
}: Extract<StageSetting, { stage: "live" }>["databases"]): Promise<WorkerServer> {
  const { workerServer } = await import("#harness/databases/worker-server.ts");
  const { startServer } = await import("#harness/databases/start-server.ts");
  // The runner numbers its threads; without threads there is one worker, which has no number of its own.
  const own = servers[isMainThread ? 0 : Number(process.env.CUCUMBER_WORKER_ID)];
  if (!own) throw new Error("there is a database server to each worker");
  return workerServer(own, () => startServer("postgresql", { source }));
}

/** Puts away what this worker keeps from scenario to scenario. To be called when all its stages are disposed of. */
export async function closeStages(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
  server = undefined;
  await (await others)?.[Symbol.asyncDispose]();
  others = undefined;
}

/**
 * Every scenario has a seed of its own, so that playing one alone plays it as it was among others. It comes from what the scenario says, not from its place:
 * where its file is, and what stands above it there, change nothing.
 */
function seedOf(seed: number, text: string): number {
  return createHash("sha256").update(`${seed}/${text}`).digest().readUInt32LE();
}
