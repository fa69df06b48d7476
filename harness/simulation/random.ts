import { hash } from "node:crypto";

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
  return drawnFrom(sfc32(wordsOf(seed, purpose)));
}

/** So many draws of {@link sfc32} mix its words, as its author has it. */
const mixingDraws = 12;

/**
 * The chance of one purpose at each moment: independent of what was drawn before. A step that is left out of a schedule changes nothing that chance
 * decides at other moments. `now` are milliseconds, of which none lasts for too many draws to be told apart.
 */
export function randomByMoment(seed: number, purpose: string, now: () => number): Random {
  const [a, b, c, d] = wordsOf(seed, purpose);
  let moment: number | undefined;
  let drawn = drawnFrom(sfc32([a, b, c, d]));
  // Looked at once for all that is asked for at a time: to look at each draw takes longer than to draw.
  const present = () => {
    // What was arranged for a whole millisecond comes a ten-thousandth before or after it.
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

/** Whole numbers of 32 bits, by Chris Doty-Humphrey's small fast counting generator: it passes PractRand, and fits in four words. */
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
