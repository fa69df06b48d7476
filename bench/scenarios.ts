import { fileURLToPath } from "node:url";
import type { Benchmark } from "./benchmark.ts";
import { type Rehearsed, rehearsed } from "./rehearsal.ts";
import { spreadOf } from "./spread.ts";

const rounds = 5;

const program = fileURLToPath(new URL("../bin/understudy.js", import.meta.url));

/**
 * All scenarios, one at a time. Counted is the playing: each scenario's stage is raised and taken down in it, and imports it for
 * the first time; the database server is up before. The whole command, with Node's start and the reports, is shown beside.
 */
export const scenarios: Benchmark = {
  name: "scenarios",
  about: "all scenarios on both stages, one at a time",
  minutes: 7,
  async run(tell) {
    const simulated: Rehearsed[] = [];
    const live: Rehearsed[] = [];
    for (let round = 0; round < rounds; round++) {
      tell(`turn ${round + 1} of ${rounds}`);
      simulated.push(await rehearsed(process.execPath, [program, "rehearse", "--stage", "simulated", "--seed", "1"]));
      live.push(await rehearsed(process.execPath, [program, "rehearse", "--stage", "live"]));
    }
    const playing = (runs: readonly Rehearsed[]) => spreadOf(runs.map((run) => run.playing));
    const command = (runs: readonly Rehearsed[]) => spreadOf(runs.map((run) => run.toLastLine));
    return [
      { what: "simulated", unit: "s", measured: playing(simulated), goal: { atMost: 3 } },
      { what: "simulated, the whole command", unit: "s", measured: command(simulated) },
      { what: "live, database up", unit: "s", measured: playing(live), goal: { atMost: 30 } },
      { what: "live, the whole command", unit: "s", measured: command(live) },
    ];
  },
};
