import { nodeCertificates } from "#cluster/certificates.ts";
import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import { Exchanges } from "#harness/history/exchanges.ts";
import { History, type Listener } from "#harness/history/history.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { callOver } from "#harness/simulation/call-over.ts";
import { databaseServer } from "#harness/simulation/databases/database-server.ts";
import { simulatedPostgresql } from "#harness/simulation/databases/simulated-postgresql.ts";
import { Network } from "#harness/simulation/network.ts";
import { random } from "#harness/simulation/random.ts";
import { recordedPostgresql } from "#harness/simulation/recorded-postgresql.ts";
import { Scheduler } from "#harness/simulation/scheduler.ts";
import { SimulatedCloud } from "#harness/simulation/simulated-cloud.ts";
import { addressesOf, SimulatedCluster } from "#harness/simulation/simulated-cluster.ts";
import { simulatedDatabases } from "#harness/simulation/simulated-databases.ts";
import type { Schedule } from "./schedule.ts";
import type { CampaignWorld } from "./world.ts";

/** What is retried in the background, such as a revocation that the database kept waiting, has this long before all counts as settled. */
const quietMilliseconds = 120_000;
const rootToken = "root";
const databasePassword = "understudy";
const databaseUrl = `postgresql://postgres:${databasePassword}@database.simulated:5432/postgres`;

/** Opens the world of a schedule, with every cluster unsealed and unlinked. `listeners` are told of all that happens in it. */
export async function openCampaignWorld(
  { seed, clusters: names }: Schedule,
  listeners: readonly Listener[],
): Promise<CampaignWorld> {
  const scheduler = new Scheduler();
  const history = new History(() => scheduler.exactNow());
  for (const listener of listeners) history.tell(listener);
  const recorder = new Recorder({ history, key: random(seed, "digests").bytes(16).join(" ") });
  const exchanges = new Exchanges({ recorder, now: () => scheduler.now() });
  const parties = new Map(names.map((name) => [addressesOf(name).host, name]));
  const party = (host: string) => parties.get(host) ?? host.replace(/\.simulated$/, "");
  const network = new Network({ scheduler, random: random(seed, "network"), recorder, party });
  const cloud = new SimulatedCloud({ scheduler, network, random: random(seed, "cloud"), recorder });
  const postgresql = simulatedPostgresql({ now: () => scheduler.now(), password: databasePassword });
  const deadly = new Map<string, string>();
  const clusters = new Map<string, SimulatedCluster>();
  for (const name of names) {
    const { host } = addressesOf(name);
    const cluster = new SimulatedCluster({
      name,
      seed,
      rootToken,
      scheduler,
      network,
      recorder,
      certificates: nodeCertificates({ keys: "at once" }),
      cloud: cloud.port(host),
      databases: simulatedDatabases({
        scheduler,
        network,
        from: host,
        connect: recordedPostgresql(postgresql, { recorder, from: name }).connect,
      }),
      failpoint(reached) {
        if (deadly.get(name) !== reached) return undefined;
        deadly.delete(name);
        void clusterOf(name).restart();
        return new Promise(() => {});
      },
      clusterAt: (api) => [...clusters].find(([other]) => addressesOf(other).api === api)?.[1],
    });
    clusters.set(name, cluster);
  }
  for (const cluster of clusters.values()) await scheduler.until(cluster.ready());

  const clusterOf = (name: string): SimulatedCluster => {
    const cluster = clusters.get(name);
    if (!cluster) throw new Error(`there is no cluster ${name} in this world`);
    return cluster;
  };
  const hostOf = (name: string) => clusters.get(name)?.host ?? `${name}.simulated`;
  const callsOf = (client: string) => (name: string) => {
    const { api, link } = addressesOf(name);
    const call: Parameters<typeof exchanges.over>[0]["call"] = (request) => callOver(network, clusterOf(name), request);
    const unable = () => Promise.reject(new Error("a campaign crashes clusters by its nemesis"));
    return exchanges.over({ name, api, link, rootToken, call, restart: unable, restartAt: unable }, client);
  };
  const called = new Map<string, ReturnType<ReturnType<typeof callsOf>>>();

  return {
    rootToken,
    clusters: names,
    database: databaseServer(recordedPostgresql(postgresql, { recorder, from: "client" }), { url: databaseUrl }),
    cloud: cloud.provider,
    call(name, request, client) {
      const key = `${client}@${name}`;
      const cluster = called.get(key) ?? callsOf(client)(name);
      called.set(key, cluster);
      return cluster.call(request);
    },
    after: (milliseconds, task) => scheduler.after(milliseconds, task),
    elapsed: () => scheduler.elapsed(),
    until: (wanted) => scheduler.until(wanted),
    linkOf: (name) => addressesOf(name).link,
    partition: (one, other) => network.partition(hostOf(one), hostOf(other)),
    blackHole: (from, to) => network.dropSilentlyOneWay(hostOf(from), hostOf(to)),
    heal: (one, other) => network.heal(hostOf(one), hostOf(other)),
    slowNetwork: (factor) => network.slow(factor),
    slowDisk: (name, factor) => clusterOf(name).slowDisk(factor),
    crash: (name) => clusterOf(name).kill(),
    start: (name) => clusterOf(name).start(),
    crashAtFailpoint: (name, failpoint) => void deadly.set(name, failpoint),
    skewClock: (name, byMilliseconds) => clusterOf(name).skewClock(byMilliseconds),
    holdCommits: () => postgresql.commits.hold(),
    releaseCommits: () => postgresql.commits.release(),
    async signedLogin(name) {
      const { url, region, createUser } = cloud.provider;
      const key = await createUser(name);
      return async () => ({ ...(await signCallerIdentity({ key, url, region, date: scheduler.now() })) });
    },
    async settle() {
      await scheduler.pass(quietMilliseconds);
      history.note({ type: "settled" });
    },
    end: () => void history.note({ type: "end" }),
    async [Symbol.asyncDispose]() {
      for (const cluster of clusters.values()) await scheduler.until(cluster.stop());
    },
  };
}
