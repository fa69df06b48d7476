/** Largest seed. Seeds are short enough to dictate. */
export const largestSeed = 2 ** 32 - 1;
/** Maximum number of seeds in a range; more would take weeks on current machines. */
const maxSeeds = 10_000_000;

/** Seeds of a campaign, from first to last inclusive. */
export type SeedRange = Readonly<{ first: number; last: number }>;

/** Parses `7` or `1..500`. Returns undefined if the range is invalid or too long. */
export function readSeedRange(text: string): SeedRange | undefined {
  const [, one = "", other = one] = /^(\d{1,10})(?:\.\.(\d{1,10}))?$/.exec(text) ?? [];
  if (one === "") return undefined;
  const [first, last] = [Number(one), Number(other)];
  if (last > largestSeed || last < first || last - first >= maxSeeds) return undefined;
  return { first, last };
}
