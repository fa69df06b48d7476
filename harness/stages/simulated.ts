import { nodeCertificates } from "#cluster/certificates.ts";
import type { Databases } from "#engine/ports/databases.ts";
import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";
import { SimulatedDatabase } from "#harness/databases/simulated/simulated-database.ts";
import { simulatedServer } from "#harness/databases/simulated/simulated-server.ts";
import type { Listener } from "#harness/history/history.ts";
import { recordedServer } from "#harness/history/recorded-server.ts";
import { callOver } from "#harness/simulation/call-over.ts";
import type { CommitQueue } from "#harness/simulation/databases/commit-queue.ts";
import { databaseServer } from "#harness/simulation/databases/database-server.ts";
import type { SimulatedPostgresql } from "#harness/simulation/databases/simulated-postgresql.ts";
import { faultyPostgresql } from "#harness/simulation/faulty-postgresql.ts";
import { loginAtOwnDatabase, ownDatabase } from "#harness/simulation/own-database.ts";
import { recordedPostgresql } from "#harness/simulation/recorded-postgresql.ts";
import type { Scheduler } from "#harness/simulation/scheduler.ts";
import { addressesOf, SimulatedCluster } from "#harness/simulation/simulated-cluster.ts";
import { type ServerFaults, simulatedDatabases } from "#harness/simulation/simulated-databases.ts";
import type { Peer } from "#harness/simulation/simulated-link.ts";
import { databaseUrl, worldParts } from "#harness/simulation/world-parts.ts";
import { privateAuthorities } from "./certified-api.ts";
import { type EnvironmentFile, environmentOf } from "./environment/environment.ts";
import { Failpoint } from "./failpoint.ts";
import { ownDatabaseOnly, ownServers } from "./own-servers.ts";
import { comeToRest } from "./quiescence/come-to-rest.ts";
import { PlayWatch } from "./quiescence/play-watch.ts";
import { RecentLines } from "./recent-lines.ts";
import type { LogLine, Stage, StageCluster, StartedAs, Topology } from "./stage.ts";

/** Timeout of `eventually` (several reconnect delays) and its pause between attempts, in virtual milliseconds. */
const patience = { whole: 15_000, pause: 50 } as const;

/**
 * Long times pass in strides: the clock leaps over most of a stride, and due tasks run in the last
 * `momentMilliseconds`. Thirty hours thus need few heartbeats, while daily events still occur.
 */
const strides = { most: 60, minMilliseconds: 1000, momentMilliseconds: 500 } as const;

const auditPath = "/var/log/audit.log";

/** Host name of the simulated database product, which exists in addition to the simulated PostgreSQL. */
const ownHost = "own.simulated";
const administrator = { username: "administrator", password: "understudy" } as const;

export type SimulatedOptions = Readonly<{
  seed: number;
  topology: Topology;
  rootToken?: string;
  /** True if clusters start uninitialised or sealed, so that an operator must initialise and unseal them. */
  sealed?: boolean;
  listeners?: readonly Listener[];
  /** Environment variables of clusters. Default: instance metadata are disabled. */
  environments?: EnvironmentFile;
}>;

export async function simulated({
  seed,
  topology,
  rootToken = "root",
  sealed = false,
  listeners = [],
  environments = {},
}: SimulatedOptions): Promise<Stage & { commits: CommitQueue }> {
  const watch = new PlayWatch();
  const parts = worldParts({ seed, clusters: topology.clusters, listeners: [watch.take, ...listeners] });
  const { scheduler, history, recorder, exchanges, network, cloud, postgresql } = parts;
  const logs = new RecentLines<LogLine>(({ level }) => level === "error");
  const database = databaseServer(recordedPostgresql(postgresql, { recorder, from: "client" }), { url: databaseUrl });
  const own = new SimulatedDatabase({ administrator, now: () => scheduler.now() });
  const ownServer = recordedServer(simulatedServer(own, { name: ownHost, administrator }), recorder);
  const clusters = new Map<string, SimulatedCluster>();
  const failpoints = new Map<string, Failpoint>();
  const certified = new Map<string, Peer>();
  const certificateFiles = new Map<string, string>();
  const rest = new AsyncDisposableStack();
  const faults: ServerFaults = {};
  let contacts = 0;
  const counted = <Server extends Pick<SimulatedPostgresql, "connect">>(server: Server): Server => ({
    ...server,
    connect(login: Parameters<Server["connect"]>[0]) {
      contacts += 1;
      return server.connect(login);
    },
  });
  const databasesOf = (name: string): Databases => {
    const way = { scheduler, network, from: addressesOf(name).host };
    const { connect } = recordedPostgresql(counted(postgresql), { recorder, from: name });
    const toPostgresql = simulatedDatabases({ ...way, connect, faults });
    const { connect: connectOwn } = recordedPostgresql(counted(ownDatabase(own)), { recorder, from: name });
    const toOwn = simulatedDatabases({ ...way, host: ownHost, connect: connectOwn, read: loginAtOwnDatabase });
    return { open: (address) => (address.kind === "simulated" ? toOwn : toPostgresql).open(address) };
  };
  const environmentsNow = new Map<string, StartedAs["environment"]>(
    topology.clusters.map((name) => [name, environmentOf(name, environments, { cloud: cloud.provider })]),
  );
  for (const name of topology.clusters) {
    const failpoint = new Failpoint(() => clusterOf(name).restart());
    failpoints.set(name, failpoint);
    const cluster = new SimulatedCluster({
      name,
      seed,
      rootToken,
      sealed,
      scheduler,
      network,
      recorder,
      logged: (line) => logs.add({ at: scheduler.now(), cluster: name, ...line }),
      cloud: cloud.port(addressesOf(name).host, () => environmentsNow.get(name) ?? {}),
      databases: databasesOf(name),
      // Virtual time cannot wait for keys that another thread creates.
      certificates: nodeCertificates({ keys: "at once" }),
      failpoint: failpoint.reach,
      certificateFiles,
      clusterAt: (api) => certified.get(api) ?? [...clusters].find(([other]) => addressesOf(other).api === api)?.[1],
    });
    clusters.set(name, cluster);
  }
  for (const cluster of clusters.values()) await scheduler.until(cluster.ready());

  const usedServers = new Set([database]);
  const databaseOf = async (kind: DatabaseServer["kind"]) => {
    const server = kind === "simulated" ? ownServer : await ownDatabaseOnly(database, kind);
    usedServers.add(server);
    return server;
  };
  const clusterOf = (name: string): SimulatedCluster => {
    const cluster = clusters.get(name);
    if (!cluster) throw new Error(`there is no cluster ${name} on this stage`);
    return cluster;
  };
  async function eventually<T>(look: () => Promise<T>, { within } = { within: patience.whole }): Promise<T> {
    for (const end = scheduler.elapsed() + within; ; await scheduler.pass(patience.pause)) {
      try {
        return await look();
      } catch (error) {
        if (scheduler.elapsed() >= end) throw error;
      }
    }
  }

  const unrecorded = topology.clusters.map(
    (name): StageCluster => ({
      name,
      api: addressesOf(name).api,
      link: addressesOf(name).link,
      rootToken,
      call: (request) => scheduler.until(callOver(network, clusterOf(name), request)),
      restart({ environment = environmentsNow.get(name), ...as } = {}) {
        environmentsNow.set(name, environment);
        return scheduler.until(clusterOf(name).restart(as));
      },
      async crashAt(place, task, passes = 0) {
        const { restarted } = await (failpoints.get(name) as Failpoint).await({ place, passes }, task, eventually);
        await scheduler.until(restarted);
      },
    }),
  );
  const staged = unrecorded.map((cluster) => exchanges.over(cluster));
  const pass = (milliseconds: number): Promise<void> => {
    history.note({ type: "time", milliseconds });
    return passInStrides(scheduler, milliseconds);
  };

  return {
    name: "simulated",
    history,
    exchangeOf: (outcome) => exchanges.of(outcome),
    commits: postgresql.commits,
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
      "addresses",
      ...ownServers,
      "certified-api",
      "database-faults",
      "simulated",
      ...cloud.provider.capabilities,
    ]),
    clusters: staged,
    database,
    databaseOf,
    async faultyDatabase(kind) {
      const server = await databaseOf(kind);
      if (kind === "simulated") throw missingCapability("database-faults", "our own database has no network");
      const hosts = [...clusters.values()].map(({ host }) => host);
      return faultyPostgresql({ server, postgresql, network, hosts, faults, contacts: () => contacts });
    },
    cloud: cloud.provider,
    now: () => scheduler.now(),
    pass,
    async partition(one, other) {
      network.partition(clusterOf(one).host, clusterOf(other).host);
      await scheduler.pass(10);
    },
    logs: () => logs.lines(),
    async certifiedApi(name) {
      const cluster = clusterOf(name);
      const root = `/authorities/${cluster.host}`;
      const { key: _, cert: certificate, files, ...authorities } = privateAuthorities(cluster.host, root);
      for (const [path, text] of files) certificateFiles.set(path, text);
      const address = `https://${cluster.host}:8443`;
      certified.set(address, { host: cluster.host, handle: (request) => cluster.handle(request), certificate });
      return { ...authorities, address };
    },
    async auditFile(cluster) {
      const { auditFiles: files } = clusterOf(cluster);
      return {
        path: auditPath,
        text: async () => files.text(auditPath),
        async refuse() {
          files.isFull = true;
        },
        async accept() {
          files.isFull = false;
        },
      };
    },
    async dropSilently(one, other) {
      network.dropSilently(clusterOf(one).host, clusterOf(other).host);
    },
    async slow(one, other, milliseconds) {
      network.delay(clusterOf(one).host, clusterOf(other).host, milliseconds);
    },
    async narrow(one, other, bytesPerSecond) {
      network.narrowBetween(clusterOf(one).host, clusterOf(other).host, bytesPerSecond);
    },
    async heal(one, other) {
      network.heal(clusterOf(one).host, clusterOf(other).host);
    },
    backUp: (name) => scheduler.until(clusterOf(name).backUp()),
    restoreBackup: (name) => scheduler.until(clusterOf(name).restoreBackup()),
    lost: async () => undefined,
    eventually,
    async [Symbol.asyncDispose]() {
      const storeOf = (name: string) => clusterOf(name).store;
      await comeToRest({
        history,
        watch,
        clusters: staged,
        unrecorded,
        storeOf,
        servers: [...usedServers],
        pass,
        eventually,
      });
      await rest.disposeAsync();
      for (const cluster of clusters.values()) {
        await scheduler.until(cluster.stop());
        await cluster.lookForSecrets();
      }
    },
  };
}

async function passInStrides(scheduler: Scheduler, milliseconds: number): Promise<void> {
  const stride = Math.max(strides.minMilliseconds, milliseconds / strides.most);
  for (let left = milliseconds; left > 0; left -= stride) {
    const step = Math.min(stride, left);
    const moment = Math.min(strides.momentMilliseconds, step);
    scheduler.leap(step - moment);
    await scheduler.pass(moment);
  }
}
