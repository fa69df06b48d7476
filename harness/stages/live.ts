import { randomBytes } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { liveClock } from "#cluster/clock.ts";
import { type Cluster, startCluster } from "#cluster/cluster.ts";
import type { Instrument } from "#cluster/instrument.ts";
import type { Limits } from "#cluster/limits.ts";
import type { LogDestination, LogLevel } from "#cluster/log.ts";
import { keptInMemory } from "#cluster/stores/kept-in-memory.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import { builtInCertificates } from "#harness/cloud/embedded/authority/test-authority.ts";
import type { CloudProvider } from "#harness/cloud/embedded/cloud-provider.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { inProcessDatabases } from "#harness/databases/simulated/in-process-databases.ts";
import { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import { simulatedServer } from "#harness/databases/simulated/simulated-server.ts";
import type { WorkerOthers } from "#harness/databases/worker-others.ts";
import { behindRelay } from "#harness/faults/behind-relay.ts";
import { linkRelays } from "#harness/faults/link-relays.ts";
import { Pause } from "#harness/faults/pause.ts";
import { Exchanges } from "#harness/history/exchanges.ts";
import { History, type Listener } from "#harness/history/history.ts";
import { recordedServer } from "#harness/history/recorded-server.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { auditFiles } from "./audit-files.ts";
import { certifiedApi } from "./certified-api.ts";
import { DatabaseActivity } from "./database-activity.ts";
import { Failpoint } from "./failpoint.ts";
import { callOver } from "./http-call.ts";
import { hurry } from "./hurry.ts";
import { joined } from "./joined-instruments.ts";
import { KeptLogs } from "./kept-logs.ts";
import { lacking, ownDatabaseOnly, ownServers } from "./lacking.ts";
import { pausingInstrument } from "./pausing-instrument.ts";
import { RecordedLinks } from "./recording/recorded-links.ts";
import { recordedRequests } from "./recording/recorded-requests.ts";
import { recordingInstrument } from "./recording/recording-instrument.ts";
import { lookForSecrets } from "./recording/secrets-at-rest.ts";
import type { Stage, StageCluster, StartedAs, Topology } from "./stage.ts";

/** How long `eventually` looks again, and how often, in real milliseconds. */
const patience = { whole: 20_000, pause: 10, firstPause: 1 } as const;

/**
 * Long times pass in a few leaps, with a real moment after each in which what came due gets under way; with more of them as long as a cluster waits
 * for a database, up to what a busy machine may need.
 */
const strides = { most: 10, minMilliseconds: 60_000, momentMilliseconds: 10, maxMoments: 100 } as const;

/** What addresses of our own database say behind the at sign. */
const ownName = "own";

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
  /** What clusters have in their environment. Default: that they have no instance metadata. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Listeners to all events. Default: none. */
  listeners?: readonly Listener[];
  /** Set where others than this process ask the clusters: what they ask is in the history, too, and clusters can be paused. Default: none do. */
  isOpen?: boolean;
}>;

/** What the machine's own metadata service knows, if it is an instance, is no business of a scenario. */
const noMetadata = { CLOUD_EC2_METADATA_DISABLED: "true", AWS_EC2_METADATA_DISABLED: "true" };

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
  const relays = rollback.use(await linkRelays(topology.clusters));
  const links = new RecordedLinks(recorder);
  const activity = new DatabaseActivity();
  const audits = rollback.use(auditFiles(options.folder));
  const pauses = topology.clusters.map(() => new Pause());
  const instruments = (index: number, name: string): readonly Instrument[] => {
    if (!options.isOpen) return [];
    const handle: NonNullable<Instrument["handle"]> = (handled) =>
      recordedRequests(handled, { exchanges, name, rootToken });
    return [{ handle }, pausingInstrument(pauses[index] as Pause)];
  };
  const failpoints = topology.clusters.map((_, index) => new Failpoint(() => restart(index)));
  const settings = topology.clusters.map((): StartedAs => ({ environment: options.environment ?? noMetadata }));
  const start = async (index: number, at: Readonly<{ api: number; link: number }>): Promise<Running> => {
    const name = topology.clusters[index] as string;
    const { environment = noMetadata, release = "current", edition } = settings[index] ?? {};
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
      ...(release === "current" ? {} : { release }),
      ...(edition ? { edition } : {}),
      surroundings: { environment, certificates: builtInCertificates() },
      store,
      clock,
      inProcess: inProcessDatabases(new Map([[ownName, own]])),
      instrument: joined([
        { ports: relays.divert(name) },
        activity.instrument,
        recordingInstrument(name, { links, recorder }),
        ...instruments(index, name),
      ]),
      failpoint(place) {
        history.note({ type: "failpoint", cluster: name, place });
        return failpoints[index]?.reach(place);
      },
    });
    begun.move();
    relays.place(name, cluster);
    return { cluster, store };
  };
  const started = await Promise.allSettled(topology.clusters.map((_, index) => start(index, ports(index))));
  const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  rollback.defer(async () => void (await Promise.all(running.map(end))));
  // What waits on a black hole would keep clusters from closing in good order.
  rollback.defer(() => relays.healAll());
  for (const one of started) if (one.status === "rejected") throw one.reason;
  const rest = rollback.move();
  /** Links that say nothing now; and whether any was ever cut or silent here, for it takes a while until all have found one another again. */
  const silent = new Set<string>();
  let isUpset = false;
  const upset = (): void => {
    isUpset = true;
  };
  const pair = (one: string, other: string) => [one, other].sort().join(" ");
  /** Lets what came due get under way, and have its answers. A moment that lasted long was one in which the machine did other things. */
  async function moment(): Promise<void> {
    for (let left = strides.maxMoments; left > 0; left--) {
      const began = performance.now();
      await passed(strides.momentMilliseconds);
      if (activity.isNone && performance.now() - began < 2 * strides.momentMilliseconds) return;
    }
  }

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

  async function restart(index: number, as: StartedAs = {}): Promise<void> {
    settings[index] = { ...settings[index], ...as };
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
      "environment",
      "old-release",
      "edition",
      // Elsewhere the loopback interface has one address until it is given more.
      ...(process.platform === "linux" ? (["addresses"] as const) : []),
      ...ownServers,
      ...cloud.capabilities,
      "certified-api",
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
        restart: (as) => restart(index, as),
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
        await moment();
      }
    },
    async partition(one, other) {
      upset();
      history.note({ type: "fault", kind: "partition", parties: [one, other] });
      await relays.partition(one, other);
      // Both ends have been told by the system; here they hear of it.
      await passed(strides.momentMilliseconds);
    },
    logs: () => kept.lines(),
    auditFile: (cluster) => audits.of(cluster),
    async certifiedApi(name) {
      const index = topology.clusters.indexOf(name);
      return rest.use(await certifiedApi(() => (running[index] as Running).cluster.api, options.folder));
    },
    async dropSilently(one, other) {
      upset();
      silent.add(pair(one, other));
      history.note({ type: "fault", kind: "black hole", parties: [one, other] });
      relays.dropSilently(one, other);
    },
    async heal(one, other) {
      silent.delete(pair(one, other));
      relays.heal(one, other);
      history.heal([one, other]);
    },
    async slow(one, other, milliseconds) {
      upset();
      if (milliseconds === 0) history.heal([one, other]);
      else history.note({ type: "fault", kind: "slow", parties: [one, other], about: { milliseconds } });
      relays.slow(one, other, milliseconds);
    },
    lost: async () =>
      (await database.answers()) ? undefined : `the database server (${database.description}) has died`,
    async eventually(look, bound) {
      // What has a bound comes without a leap of the clock: a leap would hide that it is late.
      using _ = isUpset && !bound ? hurry(clock) : undefined;
      return await eventually(look);
    },
    async [Symbol.asyncDispose]() {
      await using _ = rest;
      if (options.isOpen) return;
      for (const { cluster, store } of running) {
        const { name } = cluster;
        // A store that is lost has nothing to look at.
        await lookForSecrets(recorder, { cluster: name, store, auditText: () => audits.text(name) }).catch(() => {});
      }
    },
  };
}

async function end({ cluster, store }: Running): Promise<void> {
  await cluster[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
}

/** Most of what is waited for is a frame away, so the first pauses are short. */
async function eventually<T>(look: () => Promise<T>): Promise<T> {
  const end = Date.now() + patience.whole;
  for (let pause: number = patience.firstPause; ; pause = Math.min(2 * pause, patience.pause)) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await passed(pause);
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
