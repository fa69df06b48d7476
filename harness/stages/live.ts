import { randomBytes } from "node:crypto";
import { liveClock } from "#cluster/clock.ts";
import { startCluster } from "#cluster/cluster.ts";
import type { Instrument } from "#cluster/instrument.ts";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import { callOver } from "#harness/api/http-call.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import { builtInCertificates } from "#harness/cloud/embedded/authority/test-authority.ts";
import { behindRelay } from "#harness/faults/behind-relay.ts";
import { linkRelays } from "#harness/faults/link-relays.ts";
import { Exchanges } from "#harness/history/exchanges.ts";
import { History } from "#harness/history/history.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { Activity } from "./activity.ts";
import { advanceIdleClock } from "./advance-idle-clock.ts";
import { auditFiles } from "./audit-files.ts";
import { certifiedApi } from "./certified-api.ts";
import { CollectedLogs } from "./collected-logs.ts";
import { environmentOf } from "./environment/environment.ts";
import { joined } from "./joined-instruments.ts";
import { alsoTo } from "./live/also-to.ts";
import { LiveCluster, type Ports, type Running } from "./live/live-cluster.ts";
import { LiveDatabases } from "./live/live-databases.ts";
import type { LiveOptions } from "./live/live-options.ts";
import { eventuallyLive, liveMoment, passLive } from "./live/live-time.ts";
import { ownServers } from "./own-servers.ts";
import { pausingInstrument } from "./pausing-instrument.ts";
import { comeToRest } from "./quiescence/come-to-rest.ts";
import { PlayWatch } from "./quiescence/play-watch.ts";
import { RecordedLinks } from "./recording/recorded-links.ts";
import { recordedRequests } from "./recording/recorded-requests.ts";
import { recordingInstrument } from "./recording/recording-instrument.ts";
import { lookForSecrets } from "./recording/secrets-at-rest.ts";
import type { Stage, StageCluster } from "./stage.ts";

/** A stage with clusters in this process, and operations that scenarios do not use. */
export type LiveStage = Stage &
  Readonly<{
    kill(cluster: string): Promise<void>;
    start(cluster: string): Promise<void>;
    /** Suspends a cluster of an open stage, like a stopped process. */
    pause(cluster: string): void;
    resume(cluster: string): void;
    /** Silently lets no message through from `from` to `to` until `heal`; the opposite direction works. */
    dropSilentlyOneWay(from: string, to: string): void;
    /** Resets the connections between two clusters once. */
    reset(one: string, other: string): Promise<void>;
  }>;

/** Opens a stage with real clusters on sockets in this process. The clocks of the clusters can be moved forward. */
export async function live(options: LiveOptions): Promise<LiveStage> {
  const { topology, database, host = "127.0.0.1", rootToken = "root", isOpen = false, environments = {} } = options;
  const {
    unsealKey = randomBytes(32),
    sealed = false,
    store: open = persistentMemoryStores(),
    leapsWhenIdle = true,
  } = options;
  const ports: (index: number) => Ports = options.ports ?? (() => ({ api: 0, link: 0 }));
  await using rollback = new AsyncDisposableStack();
  rollback.use(database);
  const clock = rollback.use(liveClock());
  const now = () => clock.now();
  const after = (milliseconds: number, callback: () => void) => void clock.at(clock.now() + milliseconds, callback);
  const cloud = rollback.use(await options.cloud(now, after));
  const history = new History(now);
  const watch = new PlayWatch();
  for (const listener of [watch.take, ...(options.listeners ?? [])]) history.subscribe(listener);
  const recorder = new Recorder({ history, key: randomBytes(16).toString("hex") });
  const exchanges = new Exchanges({ recorder, now, isOpen });
  const kept = new CollectedLogs({
    now,
    onLine: ({ cluster, level, event: message, facts }) =>
      recorder.log({ cluster, level: level as "info" | "warn" | "error", message, facts }),
  });
  const log =
    options.log === "kept"
      ? ({ level: "info", logsRequests: true, destination: kept } as const)
      : alsoTo(kept, options.log);
  const databases = new LiveDatabases({ database, others: options.others, recorder, now });
  const relays = rollback.use(await linkRelays(topology.clusters, { host }));
  const links = new RecordedLinks(recorder);
  const activity = new Activity();
  const audits = rollback.use(auditFiles(options.folder));

  function openInstruments({ name, pause }: LiveCluster): readonly Instrument[] {
    const handle: NonNullable<Instrument["handle"]> = (handled) =>
      recordedRequests(handled, { exchanges, name, rootToken });
    return [{ handle }, pausingInstrument(pause)];
  }

  async function start(one: LiveCluster, at: Ports, killed: AbortSignal): Promise<Running> {
    const { name } = one;
    const { environment = environmentOf(name, environments, { cloud }), release = "current", edition } = one.as;
    await using starting = new AsyncDisposableStack();
    const store = starting.use(activity.watch(await open(name)));
    const cluster = await startCluster({
      name,
      host,
      apiPort: at.api,
      linkPort: at.link,
      rootToken,
      unsealKey,
      sealed,
      ...(options.storageType ? { storageType: options.storageType } : {}),
      ...(log ? { logLevel: log.level, logsRequests: log.logsRequests, logDestination: log.destination } : {}),
      ...(options.allowedHosts ? { allowedHosts: options.allowedHosts } : {}),
      auditFolders: options.auditFolders?.(name) ?? [audits.folderOf(name)],
      ...(options.limits ? { limits: options.limits } : {}),
      ...(release === "current" ? {} : { release }),
      ...(edition ? { edition } : {}),
      surroundings: { environment, certificates: builtInCertificates() },
      store,
      clock,
      inProcess: databases.inProcess,
      killed,
      instrument: joined([
        { ports: relays.divert(name) },
        activity.instrument,
        recordingInstrument(name, { links, recorder }),
        ...(isOpen ? openInstruments(one) : []),
      ]),
      failpoint(place) {
        history.note({ type: "failpoint", cluster: name, place });
        return one.failpoint.reach(place);
      },
    });
    starting.move();
    relays.place(name, cluster);
    return { cluster, store };
  }

  const clusters = topology.clusters.map((name) => new LiveCluster({ name, as: {}, start, open, history }));
  const started = await Promise.allSettled(clusters.map((one, index) => one.begin(ports(index))));
  rollback.defer(async () => void (await Promise.all(clusters.map((one) => one[Symbol.asyncDispose]()))));
  // Pending operations on a black hole would delay the shutdown of clusters.
  rollback.defer(() => relays.healAll());
  for (const one of started) if (one.status === "rejected") throw one.reason;
  const rest = rollback.move();

  const silent = new Set<string>();
  let isUpset = false;
  const upset = (): void => {
    isUpset = true;
  };
  const pair = (one: string, other: string) => [one, other].sort().join(" ");
  const clusterOf = (name: string): LiveCluster => {
    const one = clusters.find((other) => other.name === name);
    if (!one) throw new Error(`there is no cluster ${name} on this stage`);
    return one;
  };
  const pass = (milliseconds: number): Promise<void> => {
    history.note({ type: "time", milliseconds });
    return passLive(milliseconds, { clock, activity });
  };
  const clockWait = (): (() => boolean) => {
    let lastSeen = history.last;
    return () => {
      const isStill = history.last === lastSeen || silent.size > 0;
      lastSeen = history.last;
      return isStill && activity.isIdle;
    };
  };
  const unrecorded = clusters.map((one): StageCluster => {
    const { api, link } = one.running.cluster;
    return {
      name: one.name,
      api,
      link,
      rootToken,
      async call(request) {
        using _ = leapsWhenIdle ? advanceIdleClock(clock, { mayLeap: clockWait() }) : undefined;
        return await callOver(one.running.cluster.api, request);
      },
      restart: (changed) => one.restart(changed),
      crashAt: (place, task, passes) => one.crashAt(place, task, passes),
    };
  });
  // On an open stage, requests are recorded where they arrive.
  const staged = isOpen ? unrecorded : unrecorded.map((cluster) => exchanges.over(cluster));
  return {
    name: "live",
    capabilities: new Set([
      "move-time",
      "partition",
      "black-hole",
      "audit",
      "restart",
      "backup",
      "environment",
      "old-release",
      "edition",
      // On other systems the loopback interface has only one address.
      ...(process.platform === "linux" ? (["addresses"] as const) : []),
      ...ownServers,
      ...cloud.capabilities,
      "certified-api",
      "database-faults",
      "simulated",
      ...(options.others ? (["database-tls", ...options.others.products] as const) : []),
    ]),
    clusters: staged,
    kill: (name) => clusterOf(name).kill(),
    start: (name) => clusterOf(name).startAgain(),
    pause: (name) => clusterOf(name).pause.begin(),
    resume: (name) => clusterOf(name).pause.end(),
    database: databases.main,
    databaseOf: (kind, how) => databases.of(kind, how),
    async faultyDatabase(kind) {
      if (kind === "simulated")
        throw missingCapability("database-faults", "a database in the process of the clusters has no network");
      return rest.use(await behindRelay(await databases.of(kind)));
    },
    history,
    exchangeOf: (outcome) => exchanges.of(outcome),
    cloud,
    now,
    pass,
    async partition(one, other) {
      upset();
      history.note({ type: "fault", kind: "partition", parties: [one, other] });
      await relays.partition(one, other);
      // The system has already closed both ends; here their listeners are called.
      await liveMoment();
    },
    logs: () => kept.lines(),
    auditFile: (cluster) => audits.of(cluster),
    async certifiedApi(name) {
      return rest.use(await certifiedApi(() => clusterOf(name).running.cluster.api, options.folder));
    },
    async dropSilently(one, other) {
      upset();
      silent.add(pair(one, other));
      history.note({ type: "fault", kind: "black hole", parties: [one, other] });
      relays.dropSilently(one, other);
    },
    dropSilentlyOneWay(from, to) {
      upset();
      silent.add(pair(from, to));
      history.note({ type: "fault", kind: "one-way black hole", parties: [from, to] });
      relays.dropSilentlyOneWay(from, to);
    },
    // Does not set `isUpset`: leaps of the clock would make transfers appear longer.
    async narrow(one, other, bytesPerSecond) {
      history.note({ type: "fault", kind: "narrow network", parties: [one, other], about: { bytesPerSecond } });
      relays.narrow(one, other, bytesPerSecond);
    },
    async reset(one, other) {
      upset();
      history.note({ type: "fault", kind: "reset", parties: [one, other] });
      await relays.reset(one, other);
      await liveMoment();
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
    backUp: (name) => clusterOf(name).backUp(),
    restoreBackup: (name) => clusterOf(name).restoreBackup(),
    async lost() {
      for (const server of databases.usedServers)
        if (!(await server.answers())) return `the database server (${server.description}) has died`;
      return undefined;
    },
    async eventually(look, bound) {
      // With a bound the clock does not leap, because a leap would hide a late result.
      using _ = leapsWhenIdle && isUpset && !bound ? advanceIdleClock(clock) : undefined;
      return await eventuallyLive(look);
    },
    async [Symbol.asyncDispose]() {
      await using _ = rest;
      if (isOpen) return;
      const storeOf = (name: string) => clusterOf(name).running.store;
      const eventually = async (look: () => Promise<void>) => {
        using _ = advanceIdleClock(clock);
        await eventuallyLive(look);
      };
      const servers = databases.usedServers;
      await comeToRest({ history, watch, clusters: staged, unrecorded, storeOf, servers, pass, eventually });
      for (const { name } of clusters) {
        // A lost store cannot be searched.
        await lookForSecrets(recorder, {
          cluster: name,
          store: storeOf(name),
          auditText: () => audits.text(name),
        }).catch(() => {});
      }
    },
  };
}
