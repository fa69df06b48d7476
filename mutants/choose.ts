import { random } from "#harness/simulation/random.ts";
import type { Wanted } from "./arguments.ts";
import type { Mutant } from "./mutant.ts";

/** The mutants that are wanted, in the order of the lists; a sample is drawn by its seed. */
export function choose(
  mutants: readonly Mutant[],
  { ids, file, sample, seed }: Omit<Wanted, "workers">,
): readonly Mutant[] {
  const meant = mutants.filter(
    (mutant) =>
      (ids.length === 0 || mutant.ids.some((id) => ids.includes(id))) && (file === undefined || mutant.file === file),
  );
  if (sample === undefined) return meant;
  const chance = random(seed, "sample of mutants");
  const drawn = meant
    .map((mutant) => ({ mutant, lot: chance.fraction() }))
    .toSorted((one, other) => one.lot - other.lot)
    .slice(0, sample)
    .map(({ mutant }) => mutant);
  return meant.filter((mutant) => drawn.includes(mutant));
}
