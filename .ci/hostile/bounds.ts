import type { Client } from "./fixture.ts";

/**
 * Maximum cost of one request: CPU time of the serving thread in milliseconds, and resident memory
 * in megabytes.
 */
export type Bound = Readonly<{ milliseconds: number; megabytes: number }>;

/** Bounds by client. Operators are limited only by the size of the body. */
export const bounds: Readonly<Record<Client, Bound>> = {
  anonymous: { milliseconds: 100, megabytes: 64 },
  "low-privileged": { milliseconds: 100, megabytes: 64 },
  operator: { milliseconds: 250, megabytes: Number.POSITIVE_INFINITY },
};

/** Maximum cost ratio between an input and one of half its size. */
export const doubling = 2.3;

/**
 * Minimum cost for the comparison with half the input, in milliseconds: below it garbage collection
 * and compilation dominate.
 */
export const minComparedMilliseconds = 40;
