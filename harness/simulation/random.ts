import { hash } from "node:crypto";

/** Seeded source of random numbers. The same seed gives the same numbers on every machine. */
export interface Random {
  /** Returns a number from 0 up to but not including 1. */
  fraction(): number;
  /** Returns a number from `least` up to but not including `most`, with fractions. */
  between(least: number, most: number): number;
  bytes(count: number): Uint8Array;
}

/** Creates a source of random numbers for one purpose. Its numbers do not depend on draws for other purposes. */
export function random(seed: number, purpose: string): Random {
  return drawnFrom(sfc32(wordsOf(seed, purpose)));
}

/** Number of initial values that {@link randomByMoment} discards, so that similar times give unrelated values. */
const mixingDraws = 12;

/**
 * Creates a source of random numbers that depend on the current time in whole milliseconds, but not on draws at earlier
 * times. Removing a step from a schedule therefore does not change the values at other times. `now` returns
 * milliseconds.
 */
export function randomByMoment(seed: number, purpose: string, now: () => number): Random {
  const [a, b, c, d] = wordsOf(seed, purpose);
  let moment: number | undefined;
  let drawn = drawnFrom(sfc32([a, b, c, d]));
  // The moment is checked once per call rather than per draw, since the check costs more than a draw.
  const present = () => {
    // A task scheduled for a whole millisecond runs within a ten-thousandth of it, hence the rounding.
    const at = Math.round(now());
    if (at === moment) return drawn;
    moment = at;
    const draw = sfc32([a ^ at, b ^ Math.floor(at / 2 ** 32), c, d]);
    for (let count = 0; count < mixingDraws; count++) draw();
    drawn = drawnFrom(draw);
    return drawn;
  };
  return {
    fraction: () => present().fraction(),
    between: (least, most) => present().between(least, most),
    bytes: (count) => present().bytes(count),
  };
}

type Words = readonly [number, number, number, number];

function wordsOf(seed: number, purpose: string): Words {
  const digest = hash("sha256", `${seed}/${purpose}`, "buffer");
  return [digest.readUInt32LE(0), digest.readUInt32LE(4), digest.readUInt32LE(8), digest.readUInt32LE(12)];
}

/** Returns a generator of 32-bit integers: Doty-Humphrey's small fast counting generator (passes PractRand). */
function sfc32([first, second, third, fourth]: Words): () => number {
  let [a, b, c, d] = [first, second, third, fourth];
  return () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
}

function drawnFrom(next: () => number): Random {
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
