import { type Random, random } from "#harness/simulation/random.ts";

/** Choices drawn from one seed. */
export type Sampler = Readonly<{
  chance: (probability: number) => boolean;
  /** A whole number, both ends included. */
  whole: (min: number, max: number) => number;
  between: (min: number, max: number) => number;
  /** Throws when there is nothing to choose from. */
  one: <Item>(items: readonly Item[]) => Item;
  /** One of the names of `weights`, each as often as its weight says. */
  weighted: <Name extends string>(weights: Readonly<Partial<Record<Name, number>>>) => Name;
  some: <Item>(items: readonly Item[]) => readonly Item[];
}>;

export function samplerFrom(seed: number, purpose: string): Sampler {
  return samplerOf(random(seed, purpose));
}

/** Choices drawn from this chance. */
export function samplerOf(source: Random): Sampler {
  const between = (min: number, max: number) => source.between(min, max);
  const whole = (min: number, max: number) => min + Math.floor(source.fraction() * (max - min + 1));
  return {
    chance: (probability) => source.fraction() < probability,
    whole,
    between,
    one(items) {
      const found = items[whole(0, items.length - 1)];
      if (found === undefined) throw new Error("there is nothing to choose from");
      return found;
    },
    weighted<Name extends string>(weights: Readonly<Partial<Record<Name, number>>>) {
      const entries = weightsOf(weights);
      let left = source.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of entries) {
        left -= weight;
        if (left < 0) return name;
      }
      const last = entries.at(-1);
      if (!last) throw new Error("there is nothing to choose from");
      return last[0];
    },
    some: (items) => items.filter(() => source.fraction() < 0.5),
  };
}

/** The names of `weights`, each with its weight. */
export function weightsOf<Name extends string>(
  weights: Readonly<Partial<Record<Name, number>>>,
): readonly (readonly [Name, number])[] {
  return (Object.keys(weights) as Name[]).map((name) => [name, weights[name] ?? 0]);
}
