import { Exchanges } from "#harness/history/exchanges.ts";
import { History, type Listener } from "#harness/history/history.ts";
import { Recorder } from "#harness/history/recorder.ts";
import { simulatedPostgresql } from "./databases/simulated-postgresql.ts";
import { Network } from "./network.ts";
import { random, randomByMoment } from "./random.ts";
import { Scheduler, type SimulationBound } from "./scheduler.ts";
import { SimulatedCloud } from "./simulated-cloud.ts";
import { addressesOf } from "./simulated-cluster.ts";

const databasePassword = "understudy";
/** Connection URL of the administrator of a world's PostgreSQL. */
export const databaseUrl = `postgresql://postgres:${databasePassword}@database.simulated:5432/postgres`;

/**
 * Creates the parts of a simulated world other than its clusters: time, a history, a network, a cloud and a PostgreSQL.
 * `listeners` receive the events of the history. All random numbers depend on `seed`. `clusters` are the names of the
 * clusters in the history. Without a `bound`, the world runs as long as a caller waits.
 */
export function worldParts({
  seed,
  clusters,
  listeners,
  bound,
}: Readonly<{
  seed: number;
  clusters: readonly string[];
  listeners: readonly Listener[];
  bound?: SimulationBound;
}>) {
  const scheduler = new Scheduler(bound);
  const history = new History(() => scheduler.exactNow());
  for (const listener of listeners) history.subscribe(listener);
  const recorder = new Recorder({ history, key: random(seed, "digests").bytes(16).join(" ") });
  const exchanges = new Exchanges({ recorder, now: () => scheduler.now() });
  const parties = new Map(clusters.map((name) => [addressesOf(name).host, name]));
  const party = (host: string) => parties.get(host) ?? host.replace(/\.simulated$/, "");
  const networkRandom = randomByMoment(seed, "network", () => scheduler.elapsed());
  const network = new Network({ scheduler, random: networkRandom, recorder, party });
  const cloud = new SimulatedCloud({ scheduler, network, random: random(seed, "cloud"), recorder });
  const postgresql = simulatedPostgresql({ now: () => scheduler.now(), password: databasePassword });
  return { scheduler, history, recorder, exchanges, network, cloud, postgresql };
}
