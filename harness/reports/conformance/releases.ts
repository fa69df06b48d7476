import type { Requirement } from "#harness/reports/requirements.ts";

/** Tag of scenarios that start clusters as an earlier release, so that requirements of that release apply. */
export const earlierReleaseTag = "@needs-old-release";

/**
 * Returns the reason why a requirement does not apply to a server of this release, or undefined if it applies. Releases
 * are compared by their numbers: 1.12 covers 1.12.3, and precedes 1.14.9. A release without numbers is within all bounds.
 */
export function whyInapplicable(
  { since, until }: Pick<Requirement, "since" | "until">,
  release: string,
): string | undefined {
  if (!/\d/.test(release)) return undefined;
  if (since !== "" && compared(release, since) < 0)
    return `it applies since release ${since}; the target has ${release}`;
  if (until !== "" && compared(release, until) > 0)
    return `it applies until release ${until}; the target has ${release}`;
  return undefined;
}

/** Compares a release with a bound by as many numbers as the bound has. */
function compared(release: string, bound: string): number {
  const numbers = numbersOf(release);
  for (const [index, number] of numbersOf(bound).entries()) {
    const difference = (numbers[index] ?? 0) - number;
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Returns the numbers of a release such as `v1.14.9+ent`: 1, 14 and 9. */
function numbersOf(release: string): readonly number[] {
  const [digits = ""] = /\d+(?:\.\d+)*/.exec(release) ?? [];
  return digits.split(".").map(Number);
}
