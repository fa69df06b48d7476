import type { Broken } from "./judge-schedule.ts";
import type { SeedResult } from "./run-seeds.ts";
import { goals } from "./sometimes.ts";

/** A seed whose run broke a rule, with the first violation in its result. */
export type BrokenSeed = Readonly<{ seed: number }> & Broken;

export type CampaignSummary = Readonly<{
  seeds: number;
  held: number;
  broken: readonly BrokenSeed[];
  undecided: readonly number[];
  /** Seeds whose run failed, with the error message. */
  trouble: readonly Readonly<{ seed: number; trouble: string }>[];
  virtualSeconds: number;
  /** Number of times that each goal was reached, over all seeds. */
  sometimes: Readonly<Record<string, number>>;
}>;

/** Combines the results of seeds. The lists are sorted by seed. */
export function summarize(results: readonly SeedResult[]): CampaignSummary {
  const inOrder = results.toSorted((one, other) => one.seed - other.seed);
  const trouble = inOrder.flatMap((one) => ("trouble" in one ? [one] : []));
  const judged = inOrder.flatMap((one) => ("result" in one ? [one] : []));
  const broken = judged.flatMap(({ seed, result }) => result.broken.slice(0, 1).map((first) => ({ seed, ...first })));
  const undecided = judged.flatMap(({ seed, result }) => (result.verdict === "undecided" ? [seed] : []));
  return {
    seeds: inOrder.length,
    held: judged.length - broken.length - undecided.length,
    broken,
    undecided,
    trouble,
    virtualSeconds: judged.reduce((sum, { result }) => sum + result.virtualMilliseconds, 0) / 1000,
    sometimes: Object.fromEntries(
      goals.map((name) => [name, judged.reduce((sum, { result }) => sum + (result.sometimes[name] ?? 0), 0)]),
    ),
  };
}
