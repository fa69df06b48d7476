import { fileURLToPath } from "node:url";
import type { Benchmark } from "./benchmark.ts";
import { type Rehearsed, rehearsed } from "./rehearsal.ts";
import { spreadOf } from "./spread.ts";

const rounds = 5;

const program = fileURLToPath(new URL("../bin/understudy.js", import.meta.url));

export const scenarios: Benchmark = {
  name: "scenarios",
  about: "all scenarios on both stages, with the default number of workers",
  minutes: 7,
  async run(print) {
    const simulated: Rehearsed[] = [];
    const live: Rehearsed[] = [];
    for (let round = 0; round < rounds; round++) {
      print(`turn ${round + 1} of ${rounds}`);
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
