import { expand } from "#harness/campaign/expand.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";
import { play } from "#harness/campaign/play.ts";
import { type Profile, profiles } from "#harness/campaign/profile.ts";
import { openCampaignWorld } from "#harness/campaign/simulated-world.ts";
import type { Benchmark } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

/** Each round plays the same worlds twice: judged, and with a history that no checker is told of. */
const rounds = 3;
const seedsPerRound = 12;
/** Worlds that are played before any is counted, so that all code is compiled. */
const warmUp = 8;

/** Three clusters, 120 steps of clients, and the usual mix of all else. */
const profile: Profile = { ...profiles.usual, clusters: [3, 3], work: [120, 120] };

/** Random worlds on one core, with all checkers on: how many a second, and how much faster than real time. */
export const campaign: Benchmark = {
  name: "campaign",
  about: "random worlds of three clusters and 120 client steps, judged by all checkers, on one core",
  minutes: 1,
  async run(tell) {
    const rates: number[] = [];
    const virtual: number[] = [];
    const [judgedSeconds, unjudgedSeconds]: [number[], number[]] = [[], []];
    for (let seed = 1; seed <= warmUp; seed++) await judgeSchedule(expand(seed, profile));
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      const seeds = Array.from({ length: seedsPerRound }, (_, index) => warmUp + 1 + round * seedsPerRound + index);
      let virtualSeconds = 0;
      const judged = await processorSeconds(seeds, async (schedule) => {
        virtualSeconds += (await judgeSchedule(schedule)).virtualMilliseconds / 1000;
      });
      const unjudged = await processorSeconds(seeds, async (schedule) => {
        await using world = await openCampaignWorld(schedule, []);
        await play(world, schedule);
      });
      rates.push(seedsPerRound / judged);
      virtual.push(virtualSeconds / judged);
      judgedSeconds.push(judged);
      unjudgedSeconds.push(unjudged);
    }
    return [
      { what: "worlds in a second of one core", unit: "/s", measured: spreadOf(rates), goal: { atLeast: 10 } },
      {
        what: "virtual seconds in a second of one core",
        unit: "s",
        measured: spreadOf(virtual),
        goal: { atLeast: 100 },
      },
      {
        what: `${seedsPerRound} worlds with all checkers`,
        unit: "s",
        measured: spreadOf(judgedSeconds),
        beside: { what: "without", measured: spreadOf(unjudgedSeconds) },
        goal: { maxRatio: 1.3 },
      },
    ];
  },
};

/** The processor's time that playing these worlds takes, in seconds: others may be using the machine. */
async function processorSeconds(
  seeds: readonly number[],
  played: (schedule: ReturnType<typeof expand>) => Promise<void>,
): Promise<number> {
  const before = process.cpuUsage();
  for (const seed of seeds) await played(expand(seed, profile));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
