import { expand } from "#harness/campaign/expand.ts";
import { judgeSchedule } from "#harness/campaign/judge-schedule.ts";
import { play } from "#harness/campaign/play.ts";
import type { Profile } from "#harness/campaign/profile.ts";
import { profiles } from "#harness/campaign/profiles.ts";
import { type Judged, SeedThread } from "#harness/campaign/run-seeds.ts";
import { openCampaignWorld } from "#harness/campaign/simulated-world.ts";
import type { Benchmark } from "./benchmark.ts";
import { spreadOf } from "./spread.ts";

const rounds = 3;
const seedsPerRound = 12;
const warmUp = 36;

const profile: Profile = { ...profiles.usual, clusters: [3, 3], work: [120, 120] };

type Turn = Readonly<{ rate: number; virtual: number }>;

export const campaign: Benchmark = {
  name: "campaign",
  about: "random worlds of three clusters and 120 client steps, judged by all checkers, on one core",
  minutes: 1,
  async run(print) {
    const turns = await played(print);
    const { judged, unjudged } = await compared(print);
    return [
      {
        what: "worlds in a second of one core",
        unit: "/s",
        measured: spreadOf(turns.map(({ rate }) => rate)),
        goal: { atLeast: 10 },
      },
      {
        what: "virtual seconds in a second of one core",
        unit: "s",
        measured: spreadOf(turns.map(({ virtual }) => virtual)),
        goal: { atLeast: 100 },
      },
      {
        what: `${seedsPerRound} worlds with all checkers`,
        unit: "s",
        measured: spreadOf(judged),
        beside: { what: "without", measured: spreadOf(unjudged) },
        goal: { maxRatio: 1.3 },
      },
    ];
  },
};

async function played(print: (what: string) => void): Promise<readonly Turn[]> {
  await using thread = new SeedThread(profile);
  const virtualSeconds = async (seed: number) => {
    const judged = await thread.ask<Judged>({ seed, do: "judge", isDigested: false });
    if ("trouble" in judged) throw new Error(judged.trouble);
    return judged.result.virtualMilliseconds / 1000;
  };
  for (let seed = 1; seed <= warmUp; seed++) await virtualSeconds(seed);
  const turns: Turn[] = [];
  for (let round = 0; round < rounds; round++) {
    print(`turn ${round + 1} of ${rounds}`);
    let virtual = 0;
    const seconds = await processorSeconds(async () => {
      for (const seed of seedsOf(round)) virtual += await virtualSeconds(seed);
    });
    turns.push({ rate: seedsPerRound / seconds, virtual: virtual / seconds });
  }
  return turns;
}

/** The order alternates, because the second run of a world profits from caches. */
async function compared(print: (what: string) => void) {
  const [judged, unjudged]: [number[], number[]] = [[], []];
  const judge = (seed: number) => processorSeconds(() => judgeSchedule(expand(seed, profile)));
  const leave = (seed: number) =>
    processorSeconds(async () => {
      const schedule = expand(seed, profile);
      await using world = await openCampaignWorld(schedule, []);
      await play(world, schedule);
    });
  for (let seed = 1; seed <= warmUp; seed++) await (seed % 2 === 0 ? judge(seed) : leave(seed));
  for (let round = 0; round < rounds; round++) {
    print(`comparison ${round + 1} of ${rounds}`);
    let [withCheckers, without] = [0, 0];
    for (const seed of seedsOf(round)) {
      if (seed % 2 === 0) withCheckers += await judge(seed);
      without += await leave(seed);
      if (seed % 2 !== 0) withCheckers += await judge(seed);
    }
    judged.push(withCheckers);
    unjudged.push(without);
  }
  return { judged, unjudged };
}

function seedsOf(round: number): readonly number[] {
  return Array.from({ length: seedsPerRound }, (_, index) => warmUp + 1 + round * seedsPerRound + index);
}

async function processorSeconds(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
