import { random } from "#harness/simulation/random.ts";
import type { Arguments } from "./arguments.ts";
import type { Mutant } from "./mutant.ts";

export function choose(
  mutants: readonly Mutant[],
  { ids, file, sample, seed }: Omit<Arguments, "workers">,
): readonly Mutant[] {
  const selected = mutants.filter(
    (mutant) =>
      (ids.length === 0 || mutant.ids.some((id) => ids.includes(id))) && (file === undefined || mutant.file === file),
  );
  if (sample === undefined) return selected;
  const generator = random(seed, "sample of mutants");
  const drawn = selected
    .map((mutant) => ({ mutant, order: generator.fraction() }))
    .toSorted((one, other) => one.order - other.order)
    .slice(0, sample)
    .map(({ mutant }) => mutant);
  return selected.filter((mutant) => drawn.includes(mutant));
}
