import assert from "node:assert/strict";

/** Statistics of repeated measurements. `samples` are in order of time. */
export type Spread = Readonly<{ median: number; least: number; most: number; samples: readonly number[] }>;

/** Computes the spread of at least one sample. */
export function spreadOf(samples: readonly number[]): Spread {
  const sorted = samples.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  assert(least !== undefined && most !== undefined, "nothing was measured");
  const middle = sorted.length / 2;
  const pair = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return { median: pair.reduce((sum, one) => sum + one, 0) / pair.length, least, most, samples };
}

/** Computes the spread of the ratios turn by turn, so that disturbances of a turn cancel out. */
export function ratioOf(one: Spread, other: Spread): Spread {
  const [alone] = other.samples;
  return spreadOf(one.samples.map((sample, round) => sample / (other.samples[round] ?? alone ?? Number.NaN)));
}
