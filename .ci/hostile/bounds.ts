import type { Client } from "./fixture.ts";

/** What one request may cost: milliseconds of CPU of the thread that serves, and megabytes that are resident meanwhile. */
export type Bound = Readonly<{ milliseconds: number; megabytes: number }>;

/** By who asks. What operators may fill is bounded by the body's limit alone. */
export const bounds: Readonly<Record<Client, Bound>> = {
  anonymous: { milliseconds: 100, megabytes: 64 },
  "low-privileged": { milliseconds: 100, megabytes: 64 },
  operator: { milliseconds: 250, megabytes: Number.POSITIVE_INFINITY },
};

/** How many times as much an input of twice the size may cost. */
export const doubling = 2.3;

/**
 * What costs less is not compared with what costs half as much: a collection of garbage, and code that is compiled meanwhile, take some
 * milliseconds, and more on a machine that is busy.
 */
export const minComparedMilliseconds = 40;
