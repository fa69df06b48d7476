import { randomBytes } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { liveClock } from "#cluster/clock.ts";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import type { Instrument } from "#cluster/instrument.ts";
import type { Limits } from "#cluster/limits.ts";
import { linkGate } from "#cluster/link/link-gate.ts";
import type { LogDestination, LogLevel } from "#cluster/log.ts";
import { keptInMemory } from "#cluster/stores/kept-in-memory.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import type { CloudProvider } from "#harness/cloud/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { inProcessDatabases } from "#harness/databases/simulated/in-process-databases.ts";
import { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import { simulatedServer } from "#harness/databases/simulated/simulated-server.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import { behindRelay } from "#harness/faults/faulty-database.ts";
import { Exchanges } from "#harness/history/exchanges.ts";
import { History, type Listener } from "#harness/history/history.ts";
import { recordedServer } from "#harness/history/recorded-server.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { auditFiles } from "./audit-files.ts";
import { Failpoint } from "./failpoint.ts";
import { callOver } from "./http-call.ts";
import { hurry } from "./hurry.ts";
import { joined } from "./joined-instruments.ts";
import { KeptLogs } from "./kept-logs.ts";
import { lacking, ownDatabaseOnly, ownServers } from "./lacking.ts";
import { Pause, pausingInstrument } from "./pausing-instrument.ts";
import { RecordedLinks } from "./recording/recorded-links.ts";
import { recordedRequests } from "./recording/recorded-requests.ts";
import { recordingInstrument } from "./recording/recording-instrument.ts";
import type { Stage, StageCluster, Topology } from "./stage.ts";

/** How long `eventually` looks again, and how often, in real milliseconds. */
const patience = { whole: 20_000, pause: 10 } as const;

/** Long times pass in a few leaps, with a real moment after each in which what came due gets under way; with several where the machine is busy. */
const strides = { most: 10, minMilliseconds: 60_000, momentMilliseconds: 10, maxMoments: 6 } as const;

/** What addresses of our own database say behind the at sign. */
const ownName = "own";

/** About as much as an attempt to revoke a lease asks of the database. */
const questions = Array.from({ length: 4 }, () => "SELECT 1");

export type LiveOptions = Readonly<{
  topology: Topology;
  /** The stage disposes of it. */
  database: DatabaseServer;
  /** Servers of other products, which their owner disposes of. Default: none. */
  others?: Pick<WorkerOthers, "products" | "open">;
  /** Opens the cloud, which judges dates by the stage's clock. */
  cloud: (now: () => number) => Promise<CloudProvider>;
  rootToken?: string;
  /** The one unseal key of every cluster: 32 bytes. Default: a new one, as good as the stage lasts. */
  unsealKey?: Uint8Array;
  /** Whether clusters start uninitialised, or sealed, for an operator to initialise and unseal. */
  sealed?: boolean;
  /** Ports of the n-th cluster's API and link; free ones by default. */
  ports?: (index: number) => Readonly<{ api: number; link: number }>;
  /** Opens a cluster's store, again when it is started again. Default: in memory, as long as the stage. */
  store?: (cluster: string) => Promise<OpenedStore>;
  /** Folder for temporary files. Default: the system's. */
  folder?: string;
  /** What clusters call it. */
  storageType?: string;
  /** What clusters write of what happens, and where to: "kept" is every request, in memory, for `logs`. Default: nothing. */
  log?: Readonly<{ level: LogLevel; destination: LogDestination }> | "kept";
  /** Names that requests may have as their Host besides localhost. Default: none. */
  allowedHosts?: readonly string[];
  /** Folders below which audit devices may write to files. Default: the working directory and the temporary folder. */
  auditFolders?: readonly string[] | undefined;
  /** Bounds on what clients may do, where they shall be others than usual. */
  limits?: Partial<Limits>;
  /** Listeners to all events. Default: none. */
  listeners?: readonly Listener[];
  /** Set where others than this process ask the clusters: what they ask is in the history, too, and clusters can be paused. Default: none do. */
  isOpen?: boolean;
}>;

/** What can be done to clusters of this process beside what scenarios do. */
export type LiveStage = Stage &
  Readonly<{
    /** Kills a cluster without warning. Does nothing to one that is dead. */
    kill(cluster: string): Promise<void>;
    /** Starts one that was killed over what it had saved. */
    start(cluster: string): Promise<void>;
    /** Has a cluster of an open stage stand still, as a process that was stopped. */
    pause(cluster: string): void;
    resume(cluster: string): void;
  }>;

type Running = Readonly<{ cluster: Cluster; store: OpenedStore }>;

/** A stage where everything is real but the wait: clusters on sockets in this process, whose clocks can be moved. */
export async function live(options: LiveOptions): Promise<LiveStage> {
  const {
    topology,
    database,
    rootToken = "root",
    unsealKey = randomBytes(32),
    sealed = false,
    ports = () => ({ api: 0, link: 0 }),
    store: open = keptInMemory(),
  } = options;
  await using rollback = new AsyncDisposableStack();
  rollback.use(database);
  const clock = rollback.use(liveClock());
  const cloud = rollback.use(await options.cloud(() => clock.now()));
  const history = new History(() => clock.now());
  for (const listener of options.listeners ?? []) history.tell(listener);
  const recorder = new Recorder({ history, key: randomBytes(16).toString("hex") });
  const exchanges = new Exchanges({ recorder, now: () => clock.now(), isOpen: options.isOpen ?? false });
  const kept = new KeptLogs({
    now: () => clock.now(),
    told: ({ cluster, level, event: message, facts }) =>
      recorder.log({ cluster, level: level as "info" | "warn" | "error", message, facts }),
  });
  const log = options.log === "kept" ? ({ level: "info", destination: kept } as const) : options.log;
  const administrator = { username: "administrator", password: randomBytes(16).toString("hex") };
  const own = new SimulatedDatabase({ administrator, now: () => clock.now() });
  const gate = linkGate();
  const links = new RecordedLinks(recorder);
  const audits = rollback.use(auditFiles(options.folder));
  const pauses = topology.clusters.map(() => new Pause());
  const instruments = (index: number, name: string): readonly Instrument[] => {
    if (!options.isOpen) return [];
    const handle: NonNullable<Instrument["handle"]> = (handled) =>
      recordedRequests(handled, { exchanges, name, rootToken });
    return [{ handle }, pausingInstrument(pauses[index] as Pause)];
  };
  const failpoints = topology.clusters.map((_, index) => new Failpoint(() => restart(index)));
  const start = async (index: number, at: Readonly<{ api: number; link: number }>): Promise<Running> => {
    const name = topology.clusters[index] as string;
    await using begun = new AsyncDisposableStack();
    const store = begun.use(await open(name));
    const cluster = await startCluster({
      name,
      host: "127.0.0.1",
      apiPort: at.api,
      linkPort: at.link,
      rootToken,
      unsealKey,
      sealed,
      ...(options.storageType ? { storageType: options.storageType } : {}),
      ...(log ? { logLevel: log.level, logDestination: log.destination } : {}),
      ...(options.allowedHosts ? { allowedHosts: options.allowedHosts } : {}),
      ...(options.auditFolders ? { auditFolders: options.auditFolders } : {}),
      ...(options.limits ? { limits: options.limits } : {}),
      store,
      clock,
      inProcess: inProcessDatabases(new Map([[ownName, own]])),
      gate,
      instrument: joined([recordingInstrument(name, { links, recorder }), ...instruments(index, name)]),
      failpoint(place) {
        history.note({ type: "failpoint", cluster: name, place });
        return failpoints[index]?.reach(place);
      },
    });
    begun.move();
    return { cluster, store };
  };
  const started = await Promise.allSettled(topology.clusters.map((_, index) => start(index, ports(index))));
  const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  rollback.defer(async () => void (await Promise.all(running.map(end))));
  for (const one of started) if (one.status === "rejected") throw one.reason;
  const rest = rollback.move();
  /** Links that say nothing now; and whether any was ever cut or silent here, for it takes a while until all have found one another again. */
  const silent = new Set<string>();
  let isUpset = false;
  const upset = (): void => {
    isUpset = true;
  };
  const pair = (one: string, other: string) => [one, other].sort().join(" ");
  /** Lets what came due get under way. On a busy machine, where the database takes long to answer, there are more moments, until one is short. */
  async function moment(most: number): Promise<void> {
    for (let left = most; left > 0; left--) {
      const began = performance.now();
      // When the database does not answer, steps will tell.
      const answered = most > 1 ? database.run(questions).catch(() => {}) : undefined;
      await Promise.all([passed(strides.momentMilliseconds), answered]);
      if (performance.now() - began < 2 * strides.momentMilliseconds) return;
    }
  }
  const linkOf = (name: string): string => running[topology.clusters.indexOf(name)]?.cluster.link ?? "";

  const crashes = new Map<number, number>();
  async function kill(index: number): Promise<void> {
    if (crashes.has(index)) return;
    const { cluster, store } = running[index] as Running;
    crashes.set(index, history.note({ type: "crash", cluster: cluster.name }));
    pauses[index] = new Pause();
    await cluster.kill();
    // As it was the moment the cluster died: it is not closed in good order.
    await store.kill();
  }

  async function startAgain(index: number): Promise<void> {
    const cause = crashes.get(index);
    if (cause === undefined) return;
    const { cluster } = running[index] as Running;
    history.note({ type: "start", cluster: cluster.name, cause });
    running[index] = await start(index, { api: portOf(cluster.api), link: portOf(cluster.link) });
    crashes.delete(index);
    await answersAgain(cluster.api);
  }

  async function restart(index: number): Promise<void> {
    await kill(index);
    await startAgain(index);
  }

  const recorded = recordedServer(database, recorder);
  const ownServer = recordedServer(simulatedServer(own, { name: ownName, administrator }), recorder);
  async function databaseOf(kind: DatabaseServer["kind"], { isEncrypted = false } = {}): Promise<DatabaseServer> {
    if (kind === "simulated") return ownServer;
    if (!options.others || (kind === "postgresql" && !isEncrypted)) return ownDatabaseOnly(recorded, kind);
    return recordedServer(await options.others.open(kind, { isEncrypted }), recorder);
  }
  return {
    name: "live",
    capabilities: new Set([
      "move-time",
      "partition",
      "black-hole",
      "audit",
      "restart",
      // Elsewhere the loopback interface has one address until it is given more.
      ...(process.platform === "linux" ? (["addresses"] as const) : []),
      ...ownServers,
      ...cloud.capabilities,
      "database-faults",
      "simulated",
      ...(options.others ? (["database-tls", ...options.others.products] as const) : []),
    ]),
    clusters: topology.clusters.map((name, index): StageCluster => {
      const cluster = () => (running[index] as Running).cluster;
      const told: StageCluster = {
        name,
        api: cluster().api,
        link: cluster().link,
        rootToken,
        async call(request) {
          using _ = silent.size > 0 ? hurry(clock) : undefined;
          return await callOver(cluster().api, request);
        },
        restart: () => restart(index),
        async crashAt(place, task) {
          const { restarted } = await (failpoints[index] as Failpoint).await(place, task, eventually);
          await restarted;
        },
      };
      // Where others may ask, what is asked is noted where it comes in.
      return options.isOpen ? told : exchanges.over(told);
    }),
    kill: (name) => kill(topology.clusters.indexOf(name)),
    start: (name) => startAgain(topology.clusters.indexOf(name)),
    pause: (name) => pauses[topology.clusters.indexOf(name)]?.begin(),
    resume: (name) => pauses[topology.clusters.indexOf(name)]?.end(),
    database: recorded,
    databaseOf,
    async faultyDatabase(kind) {
      if (kind === "simulated")
        throw lacking("database-faults", "nothing stands between clusters and a database of their process");
      return rest.use(await behindRelay(await databaseOf(kind)));
    },
    history,
    exchangeOf: (outcome) => exchanges.of(outcome),
    cloud,
    now: () => clock.now(),
    async pass(milliseconds) {
      history.note({ type: "time", milliseconds });
      const stride = Math.max(strides.minMilliseconds, milliseconds / strides.most);
      for (let left = milliseconds; left > 0; left -= stride) {
        clock.leap(Math.min(stride, left));
        await moment(milliseconds > strides.minMilliseconds ? strides.maxMoments : 1);
      }
    },
    async partition(one, other) {
      upset();
      history.note({ type: "fault", kind: "partition", parties: [one, other] });
      gate.partition(linkOf(one), linkOf(other));
    },
    logs: () => kept.lines(),
    auditFile: (cluster) => audits.of(cluster),
    async dropSilently(one, other) {
      upset();
      silent.add(pair(one, other));
      history.note({ type: "fault", kind: "black hole", parties: [one, other] });
      gate.dropSilently(linkOf(one), linkOf(other));
    },
    async heal(one, other) {
      silent.delete(pair(one, other));
      gate.heal(linkOf(one), linkOf(other));
      history.heal([one, other]);
    },
    lost: async () =>
      (await database.answers()) ? undefined : `the database server (${database.description}) has died`,
    async eventually(look, bound) {
      // What has a bound comes without a leap of the clock: a leap would hide that it is late.
      using _ = isUpset && !bound ? hurry(clock) : undefined;
      return await eventually(look);
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

async function end({ cluster, store }: Running): Promise<void> {
  await cluster[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}

async function eventually<T>(look: () => Promise<T>): Promise<T> {
  for (const end = Date.now() + patience.whole; ; await passed(patience.pause)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
  }
}

/** Connections that the killed cluster left in the client's pool are found dead here, not by the next step of a scenario. */
async function answersAgain(api: string): Promise<void> {
  for (const end = Date.now() + patience.whole; ; await passed(patience.pause)) {
    try {
      await callOver(api, { method: "GET", path: "sys/health" });
      return;
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port);
}
