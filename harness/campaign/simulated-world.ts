import { nodeCertificates } from "#cluster/certificates.ts";
import type { ApiRequest } from "#harness/api/request.ts";
import { instanceIdentity } from "#harness/cloud/embedded/authority/instance-identity.ts";
import { signCallerIdentity } from "#harness/cloud/signed-identity.ts";
import type { Listener } from "#harness/history/history.ts";
import { callOver } from "#harness/simulation/call-over.ts";
import { databaseServer } from "#harness/simulation/databases/database-server.ts";
import { Intruder } from "#harness/simulation/intruder.ts";
import { recordedPostgresql } from "#harness/simulation/recorded-postgresql.ts";
import { addressesOf, SimulatedCluster } from "#harness/simulation/simulated-cluster.ts";
import { type ServerFaults, simulatedDatabases } from "#harness/simulation/simulated-databases.ts";
import { databaseUrl, worldParts } from "#harness/simulation/world-parts.ts";
import type { Schedule } from "./schedule.ts";
import { survey } from "./survey.ts";
import type { CampaignWorld } from "./world.ts";

/**
 * Time in milliseconds that passes after the repair before a world counts as settled. With a database, background
 * retries, such as those of revocations, take longer than the recovery of links.
 */
const quietMilliseconds = { withDatabase: 120_000, without: 20_000 } as const;
const rootToken = "root";
/**
 * Limits of a world: its virtual milliseconds in addition to `healAt`, and its total number of
 * events.
 */
const bound = { afterHealing: 1_800_000, events: 500_000 } as const;

/**
 * Creates the world of a schedule. Its clusters are unsealed and not in replication. `listeners` receive all events.
 */
export async function openCampaignWorld(
  { seed, clusters: names, services, healAt, actions }: Schedule,
  listeners: readonly Listener[],
): Promise<CampaignWorld> {
  const parts = worldParts({
    ...{ seed, clusters: names, listeners },
    bound: { milliseconds: healAt + bound.afterHealing, events: bound.events },
  });
  const { scheduler, history, recorder, exchanges, network, cloud, postgresql } = parts;
  const crashesAt = new Map<string, string>();
  const serverFaults: ServerFaults = {};
  const unsealKeys: Uint8Array[] = [];
  const clusters = new Map<string, SimulatedCluster>();
  const certificates = nodeCertificates({ keys: "at once" });
  const intruder = new Intruder({ seed, scheduler, network, recorder, certificates });
  history.subscribe(intruder.take);
  for (const name of names) {
    const { host } = addressesOf(name);
    const cluster = new SimulatedCluster({
      name,
      seed,
      rootToken,
      scheduler,
      network,
      recorder,
      certificates,
      otherUnsealKeys: () => unsealKeys,
      cloud: cloud.port(host),
      databases: simulatedDatabases({
        scheduler,
        network,
        from: host,
        faults: serverFaults,
        lastEvent: () => history.last,
        connect: recordedPostgresql(postgresql, { recorder, from: name }).connect,
      }),
      failpoint(reached) {
        if (crashesAt.get(name) !== reached) return undefined;
        crashesAt.delete(name);
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
  const noteLasting = (parties: readonly string[], kind: string | undefined) => {
    if (kind === undefined) history.heal(parties);
    else recorder.note({ type: "fault", kind, parties: [...parties] });
  };
  const server = databaseServer(recordedPostgresql(postgresql, { recorder, from: "client" }), { url: databaseUrl });
  const hostOf = (name: string) => clusters.get(name)?.host ?? `${name}.simulated`;
  return {
    rootToken,
    clusters: names,
    database: server,
    cloud: cloud.provider,
    call(name, request, client) {
      const { api, link } = addressesOf(name);
      const call = (apiRequest: ApiRequest) => callOver(network, clusterOf(name), apiRequest);
      const notSupported = () => Promise.reject(new Error("a campaign crashes clusters by its nemesis"));
      const cluster = { name, api, link, rootToken, call, restart: notSupported, crashAt: notSupported };
      return exchanges.over(cluster, client).call(request);
    },
    after: (milliseconds, task) => scheduler.after(milliseconds, task),
    elapsed: () => scheduler.elapsed(),
    until: (promise) => scheduler.until(promise),
    linkOf: (name) => addressesOf(name).link,
    partition: (one, other) => network.partition(hostOf(one), hostOf(other)),
    blackHole: (from, to) => network.dropSilentlyOneWay(hostOf(from), hostOf(to)),
    heal: (one, other) => network.heal(hostOf(one), hostOf(other)),
    slowNetwork: (factor) => network.slow(factor),
    duplicateFrames: (one, other, chance) => network.duplicate(hostOf(one), hostOf(other), chance),
    overtake: (isOn) => network.overtake(isOn),
    narrowNetwork: (charactersPerMillisecond) => network.narrow(charactersPerMillisecond),
    slowService: (service, factor) => network.slowHost(hostOf(service), factor),
    delay: (one, other, milliseconds) => network.delay(hostOf(one), hostOf(other), milliseconds),
    intrude: (name, id) => intruder.dial({ name, address: addressesOf(name).link }, id),
    backUp: (name) => clusterOf(name).backUp(),
    async restoreBackup(name) {
      if (clusterOf(name).hasBackup) await clusterOf(name).restoreBackup();
    },
    slowDisk: (name, factor) => clusterOf(name).slowDisk(factor),
    failDisk: (name, trouble) => clusterOf(name).failDisk(trouble),
    loseDisk: (name) => clusterOf(name).loseDisk(),
    pause: (name) => clusterOf(name).pause(),
    resume: (name) => clusterOf(name).resume(),
    crash: (name) => clusterOf(name).kill(),
    start: (name) => clusterOf(name).start(),
    crashAtFailpoint: (name, failpoint) => void crashesAt.set(name, failpoint),
    skewClock: (name, byMilliseconds) => clusterOf(name).skewClock(byMilliseconds),
    driftClock: (name, rate) => clusterOf(name).driftClock(rate),
    holdCommits: () => postgresql.commits.hold(),
    releaseCommits: () => postgresql.commits.release(),
    refuseWrites(reason) {
      postgresql.refuse(reason);
      noteLasting(["database", "writes"], reason);
    },
    cutTransactions(when) {
      serverFaults.cut = when;
      noteLasting(["database", "transactions"], when && `cut ${when}`);
    },
    restartDatabase() {
      recorder.note({ type: "fault", kind: "restart", parties: ["database"] });
      postgresql.restart();
      history.heal(["database"]);
    },
    async cloudError(action, error) {
      await cloud.provider.setFault(action, error);
      noteLasting(["cloud", action], error);
    },
    unsealKeysOf: (name) => clusterOf(name).unsealKeys,
    noteUnsealKey(name, key) {
      clusterOf(name).noteUnsealKey(key);
      unsealKeys.push(key);
    },
    async signedLogin(name) {
      const { url, region, createUser } = cloud.provider;
      const key = await createUser(name);
      return async () => ({ ...(await signCallerIdentity({ key, url, region, date: scheduler.now() })) });
    },
    async instanceEvidence() {
      const { id: instanceId, image: imageId, region, account: accountId } = await cloud.provider.runInstance();
      const pendingTime = scheduler.now();
      const { rsa2048 } = instanceIdentity({ instanceId, accountId, imageId, region, pendingTime });
      return { pkcs7: rsa2048 };
    },
    async settle() {
      await scheduler.pass(services.database ? quietMilliseconds.withDatabase : quietMilliseconds.without);
      history.note({ type: "settled" });
    },
    survey: (members) =>
      survey({
        history,
        stores: new Map([...clusters].map(([name, cluster]) => [name, cluster.store])),
        database: services.database ? server : undefined,
        members,
        isFiltered: actions.some((one) => one.do === "filter"),
        pass: (milliseconds) => scheduler.pass(milliseconds),
      }),
    end: () => void history.note({ type: "end" }),
    async [Symbol.asyncDispose]() {
      // A world that exceeded its limits has stopped already.
      if (scheduler.over !== undefined) return;
      crashesAt.clear();
      for (const cluster of clusters.values()) await scheduler.until(cluster.stop());
    },
  };
}
