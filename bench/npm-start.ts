import type { Benchmark } from "./benchmark.ts";
import { rehearsed } from "./rehearsal.ts";
import { spreadOf } from "./spread.ts";

const rounds = 5;

export const npmStart: Benchmark = {
  name: "npm-start",
  about: "npm start, from Enter to the last line",
  minutes: 6,
  async run(print) {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      print(`turn ${round + 1} of ${rounds}`);
      samples.push((await rehearsed("npm", ["start", "--"])).toLastLine);
    }
    return [{ what: "Enter to last line", unit: "s", measured: spreadOf(samples), goal: { atMost: 30 } }];
  },
};
