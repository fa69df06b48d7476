import { samplerFrom } from "#harness/campaign/sampler.ts";
import type { GeneratedMutant } from "./instrument.ts";

/**
 * Draws `count` mutants by a seed. The share of each file is approximately in proportion to the number of its mutants.
 * Returns all mutants if there are at most `count`.
 */
export function drawn(
  mutants: readonly GeneratedMutant[],
  { count, seed }: Readonly<{ count: number; seed: number }>,
): readonly GeneratedMutant[] {
  if (mutants.length <= count) return mutants;
  const draw = samplerFrom(seed, "generated mutants");
  const files = [...Map.groupBy(mutants, ({ file }) => file).values()].map((own) => shuffled(own, draw.integer));
  // Each mutant gets its position within its file; the first of all files come first.
  const ranked = files.flatMap((own) =>
    own.map((mutant, index) => ({ mutant, rank: (index + draw.between(0, 1)) / own.length })),
  );
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

function shuffled<Item>(items: readonly Item[], integer: (min: number, max: number) => number): readonly Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(integer(0, left.length - 1), 1));
}
