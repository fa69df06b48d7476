import type { Fault, Operation, Work } from "./action.ts";

/** Habits of operators: probabilities, from 0 to 1, except `pace`. */
export type Habits = Readonly<{
  /** Probability that a promotion is forced. */
  force: number;
  /** Probability that an unforced promotion follows a demotion. */
  planned: number;
  /** Probability that a demoted primary is promoted again by force immediately. */
  takesBack: number;
  /** Probability that the second operator promotes another cluster at the same time. */
  rival: number;
  /** Probability that each other cluster is pointed at the new primary. */
  updatesPrimary: number;
  /** Maximum time between two operations that belong together, in milliseconds. */
  pace: number;
  /** Probability that an unmount removes the database engine, if the world has one. */
  unmountsDatabase: number;
  /** Probability that a new secondary is promoted by force before its copy can be complete. */
  impatientDatabases: number;
}>;

/**
 * Parameters of the worlds of a campaign. `mix` has weights; pairs of numbers are the minimum and
 * the maximum, both inclusive.
 */
export type Profile = Readonly<{
  summary: string;
  /** Number of clusters. */
  clusters: readonly [number, number];
  clients: readonly [number, number];
  /** Number of actions of all clients together. */
  work: readonly [number, number];
  operations: readonly [number, number];
  faults: readonly [number, number];
  /** Virtual time until everything is healed, in seconds. */
  seconds: readonly [number, number];
  /** Probabilities that a world has a database engine and a cloud auth method. */
  database: number;
  cloud: number;
  habits: Habits;
  /**
   * Probability that the third and each further cluster is a secondary from the start; the second
   * one always is. The other clusters start unlinked.
   */
  enabledSecondaries: number;
  /** Probability that a write is large. */
  large: number;
  /** Number of bursts of client work; 0 spreads the work over the whole time. */
  bursts: number;
  /** Probability that a fault may last up to 40 seconds; other faults last at most 6. */
  lasting: number;
  /** Probability that a fault is timed close to an operation instead of at random. */
  aimed: number;
  /** Probability of a copy that a forced promotion of the new secondary interrupts. */
  stranded: number;
  mix: Readonly<{
    work: Readonly<Partial<Record<Work["do"], number>>>;
    operations: Readonly<Partial<Record<Operation["do"], number>>>;
    faults: Readonly<Partial<Record<Fault["do"], number>>>;
  }>;
}>;
