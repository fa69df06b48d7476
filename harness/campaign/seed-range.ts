/** Seeds are short enough to be read out aloud. */
export const largestSeed = 2 ** 32 - 1;
/** More would take weeks on a machine of today. */
const maxSeeds = 10_000_000;

/** The seeds of a campaign, from the first to the last. */
export type SeedRange = Readonly<{ first: number; last: number }>;

/** Reads `7`, or `1..500`. Undefined for all else, for a range that ends before it begins and for one that is too long. */
export function readSeedRange(text: string): SeedRange | undefined {
  const [, one = "", other = one] = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(text) ?? [];
  if (one === "") return undefined;
  const [first, last] = [Number(one), Number(other)];
  if (last > largestSeed || last < first || last - first >= maxSeeds) return undefined;
  return { first, last };
}
