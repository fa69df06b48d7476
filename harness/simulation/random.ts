import { createHash } from "node:crypto";

/** Seeded chance: the same seed gives the same numbers, always and everywhere. */
export interface Random {
  /** From 0 up to but not including 1. */
  fraction(): number;
  /** A number of milliseconds, fractions included, between the two. */
  between(least: number, most: number): number;
  bytes(count: number): Uint8Array;
}

/** The chance of one purpose: independent of what other purposes draw from the same seed. */
export function random(seed: number, purpose: string): Random {
  const digest = createHash("sha256").update(`${seed}/${purpose}`).digest();
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number];
  // sfc32 (Chris Doty-Humphrey's small fast counting generator): passes PractRand, fits in four words
  const next = () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  const fraction = () => next() / 2 ** 32;
  return {
    fraction,
    between: (least, most) => least + (most - least) * fraction(),
    bytes(count) {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; at++) bytes[at] = next() >>> 24;
      return bytes;
    },
  };
}
