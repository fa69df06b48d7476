/** How many tests or scenarios passed and failed. What was not played is in neither. */
export type Count = Readonly<{ passed: number; failed: number }>;

/** What a part of the suite came to: its count, and what is wrong with the part itself where something is. */
export type Outcome = Readonly<{ count: Count; trouble?: string }>;

const nothing: Count = { passed: 0, failed: 0 };

/** The line that a suite ends with, for people and for scripts. */
export function closingLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`;
}

/** The count that the last line of `output` tells; undefined where it tells none. */
export function readClosingLine(output: string): Count | undefined {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}

/**
 * Judges a part by its count and by how its process ended; `ending` is an exit code or the name of a signal.
 * A part that crashed or counted nothing is one failure, so that no part is green by not having been played.
 */
export function judge(count: Count | undefined, ending: number | string): Outcome {
  if (count === undefined) return failedPart(nothing, `it counted nothing and ended with ${ending}`);
  if (count.passed + count.failed === 0) return failedPart(count, "nothing was played");
  if (ending !== 0 && count.failed === 0) return failedPart(count, `nothing failed, yet it ended with ${ending}`);
  return { count };
}

/** The sum of counts. */
export function total(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    nothing,
  );
}

function failedPart({ passed, failed }: Count, trouble: string): Outcome {
  return { count: { passed, failed: failed + 1 }, trouble };
}
