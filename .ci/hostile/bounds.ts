import type { Client } from "./fixture.ts";

/**
 * Maximum cost of a request: CPU time of the serving thread in milliseconds, on a machine on which the reference work
 * takes `referenceMilliseconds`, and resident memory in MiB.
 */
export type Bound = Readonly<{ milliseconds: number; megabytes: number }>;

/** Maximum CPU time and memory of a request, by the client that sends it. For operators, memory is not bounded. */
export const bounds: Readonly<Record<Client, Bound>> = {
  anonymous: { milliseconds: 100, megabytes: 64 },
  "low-privileged": { milliseconds: 100, megabytes: 64 },
  operator: { milliseconds: 250, megabytes: Number.POSITIVE_INFINITY },
};

/** Maximum ratio of the costs of an input and of one of half its size. */
export const doubling = 2.3;

/** Minimum cost in milliseconds for a comparison with half the input; below, garbage collection dominates the cost. */
export const minComparedMilliseconds = 40;
