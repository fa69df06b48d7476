import type { Benchmark, Figure } from "./benchmark.ts";
import { type Load, requestsPerSecond } from "./load.ts";
import { raisedBare, raisedClusters } from "./raised.ts";
import { spreadOf } from "./spread.ts";
import { inTurns } from "./turns.ts";

/** Turns, seconds of load in each, and seconds before any is counted. */
const turns = 5;
const seconds = 3;
const warmUpSeconds = 2;

const paths = [
  { what: "sys/health", path: "/v1/sys/health" },
  { what: "kv read with a token", path: "/v1/colours/sky" },
];

/**
 * Requests a second that one cluster answers, and that a bare Koa application with @koa/router answers which replies with the same
 * bodies as JSON: each in a process of its own, in turns, over 32 connections kept alive.
 */
export const requests: Benchmark = {
  name: "requests",
  async run(tell) {
    await using cluster = await raisedClusters(["Oslo"]);
    const [origin = ""] = cluster.addresses;
    const token = cluster.readerToken;
    await using bare = await raisedBare(1, await bodies(origin, token));
    const [bareOrigin = ""] = bare.addresses;
    const figures: Figure[] = [];
    for (const { what, path } of paths) {
      const loads: readonly Load[] = [origin, bareOrigin].map((address) => ({ url: address + path, token }));
      for (const load of loads) await requestsPerSecond(load, warmUpSeconds);
      tell(`${what}, ${turns} turns of ${seconds} s each way`);
      const [ours = [], theirs = []] = await inTurns(
        turns,
        loads.map((load) => () => requestsPerSecond(load, seconds)),
      );
      const beside = { what: "bare Koa", measured: spreadOf(theirs) };
      figures.push({ what, unit: "/s", measured: spreadOf(ours), beside, goal: { shareAtLeast: 0.6 } });
    }
    return figures;
  },
};

/** What the cluster answers at each path. */
async function bodies(origin: string, token: string): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {};
  for (const { path } of paths) {
    const answer = await fetch(origin + path, { headers: { "x-vault-token": token } });
    found[path] = await answer.json();
  }
  return found;
}
