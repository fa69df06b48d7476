// One cluster of this project as a process, for kit/own/start. Its control port moves its clock and empties it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type LiveClock, liveClock } from "#cluster/clock.ts";
import { type Cluster, type ClusterOptions, startCluster } from "#cluster/cluster.ts";
import type { Instrument } from "#cluster/instrument.ts";
import { openStore } from "#cluster/stores/open-store.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import { builtInCertificates } from "#harness/cloud/embedded/authority/test-authority.ts";
import { Activity } from "#harness/stages/activity.ts";
import { variables, withoutMetadata } from "#harness/stages/environment/variables.ts";
import { joined } from "#harness/stages/joined-instruments.ts";
import { passLive } from "#harness/stages/live/live-time.ts";

const [name = "", port = "", state = ""] = process.argv.slice(2);
const { UNDERSTUDY_ROOT_TOKEN: rootToken = "", UNDERSTUDY_KIT_OWNER: owner } = process.env;
const host = "127.0.0.1";
/** Ports of a cluster, as in kit/own/target.json: its own, and those of the relays in front of it. */
const [api, link, control, relayedApi, relayedLink] = [0, 1, 2, 3, 4].map((offset) => Number(port) + offset);
/** Addresses from which the clusters connect to each other, as in kit/own/target.json. */
const addresses: Readonly<Record<string, string>> = { Oslo: "127.0.1.10", Lima: "127.0.1.20", Kyoto: "127.0.1.30" };
const address = addresses[name];
const ownerCheckMilliseconds = 1_000;

type Running = Readonly<{ cluster: Cluster; store: OpenedStore; activity: Activity; clock: LiveClock }>;

/** File with the milliseconds by which the clock was moved, so that a restarted cluster has the same time. */
const moved = join(state, name, "moved");

function movedClock(): LiveClock {
  const clock = liveClock();
  if (existsSync(moved)) clock.leap(Number(readFileSync(moved, "utf8")));
  return clock;
}

/** Returns the changes of this start, from the variables that the harness sets for kit/own/start. */
function startedAs(): Partial<ClusterOptions> {
  const { UNDERSTUDY_RELEASE: release, UNDERSTUDY_EDITION: edition, UNDERSTUDY_VARIABLES: names } = process.env;
  const named = (names?.split(" ") ?? []).filter((one) => variables.has(one));
  const environment = Object.fromEntries(named.map((one) => [one, process.env[one] ?? ""]));
  return {
    ...(release === undefined || release === "current" ? {} : { release }),
    ...(edition === "community" ? { edition } : {}),
    ...surroundings(names === undefined ? withoutMetadata({}) : environment),
  };
}

function surroundings(environment: Readonly<Record<string, string>>): Partial<ClusterOptions> {
  return { surroundings: { environment, certificates: builtInCertificates() } };
}

/** Announces the addresses of the relays to other clusters. */
const announced: Instrument = {
  ports: (ports) => ({
    ...ports,
    link: {
      ...ports.link,
      apiAddress: `http://${host}:${relayedApi}`,
      clusterAddress: `wss://${host}:${relayedLink}`,
    },
  }),
};

async function start(as: Partial<ClusterOptions>): Promise<Running> {
  const [activity, clock] = [new Activity(), movedClock()];
  const store = activity.watch(
    await openStore(`sqlite:${join(state, name)}/data.db?synchronous=normal`, { cluster: name }),
  );
  const cluster = await startCluster({
    name,
    host,
    apiPort: Number(api),
    linkPort: Number(link),
    rootToken,
    // A restarted process needs the key of the one before it.
    unsealKey: createHash("sha256").update(`unseal key for ${rootToken}`).digest(),
    // The relays of the other clusters distinguish this cluster by its address, as on a machine of its own.
    ...(process.platform === "linux" && address ? { outgoingAddress: address } : {}),
    store,
    clock,
    auditFolders: [join(state, "audit")],
    instrument: joined([activity.instrument, announced]),
    ...as,
  });
  return { cluster, store, activity, clock };
}

async function renew({ cluster, store, clock }: Running): Promise<Running> {
  await cluster.kill();
  clock.stop();
  await store.kill();
  rmSync(join(state, name), { recursive: true, force: true });
  mkdirSync(join(state, name), { recursive: true });
  return await start(surroundings(withoutMetadata({})));
}

mkdirSync(join(state, "audit"), { recursive: true });
mkdirSync(join(state, name), { recursive: true });
let running = start(startedAs());
const tasks: Readonly<Record<string, (words: URLSearchParams) => Promise<unknown>>> = {
  "/ready": () => running,
  "/renew": () => {
    running = running.then(renew);
    return running;
  },
  async "/advance"(words) {
    const { clock, activity } = await running;
    const milliseconds = Number(words.get("seconds")) * 1000;
    writeFileSync(moved, String((existsSync(moved) ? Number(readFileSync(moved, "utf8")) : 0) + milliseconds));
    await passLive(milliseconds, { clock, activity });
  },
};
createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "", `http://${host}`);
  const task = tasks[pathname];
  if (!task) return void response.writeHead(404).end();
  task(searchParams).then(
    () => response.end(),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
}).listen(Number(control), host);
running.catch((error: unknown) => {
  process.stderr.write(`${name} does not start: ${error}\n`);
  process.exit(1);
});

function isRunning(process_: number): boolean {
  try {
    return process.kill(process_, 0);
  } catch {
    return false;
  }
}

// Ctrl-C is for the harness, whose clean-up needs the clusters.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => {});
if (owner !== undefined) setInterval(() => isRunning(Number(owner)) || process.exit(0), ownerCheckMilliseconds).unref();
