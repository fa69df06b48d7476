import { type Random, random } from "#harness/simulation/random.ts";

/** Random choices that are determined by a seed. */
export type Sampler = Readonly<{
  chance: (probability: number) => boolean;
  /** Returns a random integer between `min` and `max`, both inclusive. */
  integer: (min: number, max: number) => number;
  between: (min: number, max: number) => number;
  /** Returns a random item. Throws if `items` is empty. */
  one: <Item>(items: readonly Item[]) => Item;
  /** Returns a random name. The probability of a name is proportional to its weight. Throws if `weights` is empty. */
  weighted: <Name extends string>(weights: Readonly<Partial<Record<Name, number>>>) => Name;
  some: <Item>(items: readonly Item[]) => readonly Item[];
}>;

export function samplerFrom(seed: number, purpose: string): Sampler {
  return samplerOf(random(seed, purpose));
}

export function samplerOf(source: Random): Sampler {
  const between = (min: number, max: number) => source.between(min, max);
  const integer = (min: number, max: number) => min + Math.floor(source.fraction() * (max - min + 1));
  return {
    chance: (probability) => source.fraction() < probability,
    integer,
    between,
    one(items) {
      const found = items[integer(0, items.length - 1)];
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

/** Returns the names and weights. An undefined weight is returned as 0. */
export function weightsOf<Name extends string>(
  weights: Readonly<Partial<Record<Name, number>>>,
): readonly (readonly [Name, number])[] {
  return (Object.keys(weights) as Name[]).map((name) => [name, weights[name] ?? 0]);
}
