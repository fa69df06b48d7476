import type { Profile } from "./profile.ts";
import { type Sampler, weightsOf } from "./sampler.ts";
import type { Schedule } from "./schedule.ts";

/** What of a world is drawn before what is done in it. */
export type DrawnWorld = Readonly<{
  sampler: Sampler;
  profile: Profile;
  clusters: readonly string[];
  services: Schedule["services"];
  healAt: number;
}>;

/** Where the clients' secrets are; the last two come and go. */
export const mounts = ["colours", "shapes", "songs", "stones"] as const;
/** How many secrets clients write in each. */
export const keysPerMount = 6;

/** Without what a world that has no database or no cloud cannot do. */
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

/** Moments between the beginning and `end`, in order. */
export function moments(sampler: Sampler, { count, end }: Readonly<{ count: number; end: number }>): readonly number[] {
  return Array.from({ length: count }, () => Math.round(sampler.between(0, end))).toSorted((one, other) => one - other);
}
