/** Largest seed that the command line accepts. */
export const largestSeed = 2 ** 32 - 1;
const maxSeeds = 10_000_000;

/** Seeds of a campaign, from `first` to `last`, both inclusive. */
export type SeedRange = Readonly<{ first: number; last: number }>;

/**
 * Parses a seed or a range, such as `7` or `1..500`. Returns undefined if the text is invalid, a seed is too large, or
 * the range is empty or too long.
 */
export function readSeedRange(text: string): SeedRange | undefined {
  const [, one = "", other = one] = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(text) ?? [];
  if (one === "") return undefined;
  const [first, last] = [Number(one), Number(other)];
  if (last > largestSeed || last < first || last - first >= maxSeeds) return undefined;
  return { first, last };
}
