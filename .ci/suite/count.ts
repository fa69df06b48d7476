export type Count = Readonly<{ passed: number; failed: number }>;

export type Outcome = Readonly<{ count: Count; trouble?: string }>;

const nothing: Count = { passed: 0, failed: 0 };

export function closingLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`;
}

/** Returns the count in the last line of `output`, or undefined if this is no closing line. */
export function readClosingLine(output: string): Count | undefined {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  return passed === undefined ? undefined : { passed: Number(passed), failed: Number(failed) };
}

/**
 * Returns the result of a part from its count and the exit code or signal of its process. A part that counted nothing,
 * or that exited with an error although nothing failed, has an additional failure, so that it cannot pass without
 * running.
 */
export function judge(count: Count | undefined, ending: number | string): Outcome {
  if (count === undefined) return failedPart(nothing, `it counted nothing and ended with ${ending}`);
  if (count.passed + count.failed === 0) return failedPart(count, "nothing was played");
  if (ending !== 0 && count.failed === 0) return failedPart(count, `nothing failed, yet it ended with ${ending}`);
  return { count };
}

export function total(counts: readonly Count[]): Count {
  return counts.reduce(
    (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
    nothing,
  );
}

function failedPart({ passed, failed }: Count, trouble: string): Outcome {
  return { count: { passed, failed: failed + 1 }, trouble };
}
