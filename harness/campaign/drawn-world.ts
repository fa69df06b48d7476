import type { Profile } from "./profile.ts";
import { type Sampler, weightsOf } from "./sampler.ts";
import type { Schedule } from "./schedule.ts";

/** A random world before its actions are drawn. `healAt` is the time in milliseconds at which all faults end. */
export type DrawnWorld = Readonly<{
  sampler: Sampler;
  profile: Profile;
  clusters: readonly string[];
  services: Schedule["services"];
  healAt: number;
}>;

/** Mounts for secrets. The first three exist from the start; operators mount and unmount the last two. */
export const mounts = ["colours", "shapes", "songs", "stones"] as const;
export const keysPerMount = 6;

/** Returns a value that the recorder can recognise in other places. `name` must be unique in the world. */
export function uniqueValue(seed: number, name: string): string {
  return `value-in-world-${seed}-${name}-end`;
}

/** Returns the weights without actions that need a database or cloud, if the world has none. */
export function withoutMissing<Name extends string>(
  weights: Readonly<Partial<Record<Name, number>>>,
  { database, cloud }: Schedule["services"],
): Readonly<Partial<Record<Name, number>>> {
  const needsDatabase = /credentials|rotate|commits|database|writes|transactions/;
  const left = weightsOf(weights).filter(
    ([name]) => (database || !needsDatabase.test(name)) && (cloud || !/cloud|instance/.test(name)),
  );
  return Object.fromEntries(left) as Partial<Record<Name, number>>;
}

/** Returns `count` random whole numbers between 0 and `end`, in ascending order. */
export function moments(sampler: Sampler, { count, end }: Readonly<{ count: number; end: number }>): readonly number[] {
  return Array.from({ length: count }, () => Math.round(sampler.between(0, end))).toSorted((one, other) => one - other);
}
