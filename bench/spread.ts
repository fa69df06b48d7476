import assert from "node:assert/strict";

/** Statistics of repeated measurements. `samples` are in chronological order. */
export type Spread = Readonly<{ median: number; least: number; most: number; samples: readonly number[] }>;

/** Computes the statistics of the samples. There must be at least one. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  assert(least !== undefined && most !== undefined, "nothing was measured");
  const middle = sorted.length / 2;
  const pair = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return { median: pair.reduce((sum, one) => sum + one, 0) / pair.length, least, most, samples };
}

/**
 * Computes the statistics of the ratios of samples with the same index, or of the ratios to the only sample of `other`.
 * A disturbance of the machine that affects both samples has little effect on their ratio.
 */
export function ratioOf(one: Spread, other: Spread): Spread {
  const [alone] = other.samples;
  return spreadOf(one.samples.map((sample, round) => sample / (other.samples[round] ?? alone ?? Number.NaN)));
}
