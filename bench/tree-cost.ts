import { z } from "zod";
import type { Benchmark } from "./benchmark.ts";
import { startChild } from "./child.ts";
import { type Load, loaded } from "./load.ts";
import { inRounds } from "./rounds.ts";
import { spreadOf } from "./spread.ts";

const rounds = 7;
const seconds = 3;
const warmUpSeconds = 3;

/** Minimum ratio of the rate to that without a Merkle tree: a write may take 15 % longer. */
const goal = { minRatio: 1 / 1.15 };

const ready = z.object({ address: z.string(), rootToken: z.string() });

export const treeCost: Benchmark = {
  name: "tree-cost",
  about: "what the Merkle tree costs a write",
  minutes: 1,
  async run() {
    await using withTree = startChild("tree-cost", { tree: true });
    await using withNone = startChild("tree-cost", { tree: false });
    const loads: Load[] = [];
    for (const child of [withTree, withNone]) {
      const { address, rootToken } = await child.next(ready);
      loads.push({ url: `${address}/v1/colours/sky`, token: rootToken, body: { value: "blue" }, apart: true });
    }
    for (const load of loads) await loaded(load, warmUpSeconds);
    const [ours = [], theirs = []] = await inRounds(
      rounds,
      loads.map((load) => async () => (await loaded(load, seconds)).perSecond),
    );
    const beside = { what: "no tree", measured: spreadOf(theirs) };
    return [{ what: "writes with a merkle tree", unit: "/s", measured: spreadOf(ours), beside, goal }];
  },
};
