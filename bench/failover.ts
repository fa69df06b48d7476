import type { ClusterActor } from "#harness/stages/cluster-actor.ts";
import { simulated } from "#harness/stages/simulated.ts";
import type { Stage } from "#harness/stages/stage.ts";
import { three } from "#harness/stages/topologies.ts";
import { bareServices } from "./bare-services.ts";
import type { Benchmark, Figure } from "./benchmark.ts";
import { linked } from "./linked.ts";
import { liveStage } from "./live-stage.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

const rounds = 9;
const warmUpRounds = 2;

/** Number of requests in a failover: demote, promote, and for each of two secondaries a token and an update-primary. */
const requestsEach = 6;

const stages = [
  { kind: "live", open: () => liveStage(three), goal: 1000 },
  { kind: "simulated", open: () => simulated({ seed: 1, topology: three }), goal: 30 },
] as const;

/**
 * Measures planned failovers of three clusters: demote the primary, promote a secondary, and point the other clusters
 * at it, until they stream. For comparison, the same number of requests is sent to a bare Koa application.
 */
export const failover: Benchmark = {
  name: "failover",
  about: "a planned failover of three clusters",
  minutes: 1,
  async run(print) {
    await using bare = await bareServices(1, { "POST /": {} });
    const [origin = ""] = bare.addresses;
    const figures: Figure[] = [];
    for (const { kind, open, goal } of stages) {
      print(`${kind}, ${rounds} failovers`);
      await using stage: Stage = await open();
      const clusters = [...(await linked(stage))];
      await streaming(clusters);
      const contenders = [() => timed(() => failedOver(clusters)), () => timed(() => asked(origin))];
      await inRounds(warmUpRounds, contenders);
      const [ours = [], theirs = []] = await inRounds(rounds, contenders);
      figures.push({
        what: `planned failover, ${kind}`,
        unit: "ms",
        measured: spreadOf(ours),
        beside: { what: `${requestsEach} requests to bare Koa`, measured: spreadOf(theirs) },
        goal: { atMost: goal },
      });
    }
    return figures;
  },
};

async function failedOver(clusters: ClusterActor[]): Promise<void> {
  const [old, next, ...others] = clusters;
  if (!old || !next) throw new Error("a failover needs two clusters");
  await old.demote();
  await next.promote();
  clusters.splice(0, clusters.length, next, ...others, old);
  for (const secondary of [...others, old]) await secondary.updatePrimary(await next.secondaryToken(secondary.name));
  await streaming(clusters);
}

async function streaming([, ...secondaries]: readonly ClusterActor[]): Promise<void> {
  await Promise.all(secondaries.map((secondary) => secondary.streams()));
}

async function asked(origin: string): Promise<void> {
  for (let sent = 0; sent < requestsEach; sent++) {
    await (await fetch(origin, { method: "POST", body: "{}" })).json();
  }
}

async function timed(task: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await task();
  return performance.now() - begun;
}
