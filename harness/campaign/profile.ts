import type { Fault, Operation, Work } from "./action.ts";

/** How operators go about a failover: odds, from 0 to 1. */
export type Habits = Readonly<{
  /** That a promotion is by force. */
  force: number;
  /** That one without force comes after a demotion. */
  planned: number;
  /** That a demoted primary is promoted again by force at once. */
  takesBack: number;
  /** That the other operator promotes another cluster at the same moment. */
  rival: number;
  /** That each of the others is pointed at the new primary. */
  updatesPrimary: number;
  /** Milliseconds at most between two operations that belong together. */
  pace: number;
  /** That the mount that is unmounted is that of the database engine, where there is one. */
  unmountsDatabase: number;
  /** That a cluster that has just become a secondary is promoted by force before its copy can be complete. */
  hasty: number;
}>;

/** How the worlds of a campaign are mixed: shares of what is done, and how much. All numbers are weights unless they say otherwise. */
export type Profile = Readonly<{
  summary: string;
  /** At least and at most, both included. */
  clusters: readonly [number, number];
  clients: readonly [number, number];
  /** Actions of all clients together. */
  work: readonly [number, number];
  operations: readonly [number, number];
  faults: readonly [number, number];
  /** Seconds of virtual time until everything is healed. */
  seconds: readonly [number, number];
  /** The odds, from 0 to 1, that a world has a database engine, and a cloud auth method. */
  database: number;
  cloud: number;
  habits: Habits;
  /** The odds that a third cluster, and each after it, replicates from the beginning; the others wait for an operator to enable them. */
  enabledSecondaries: number;
  /** The odds that what a client writes to a secret is large. */
  large: number;
  /** In how many bursts clients work, with quiet in between; 0 for at any time. */
  bursts: number;
  /** The odds that a fault lasts for many seconds. */
  lasting: number;
  /** The odds that a fault comes about when an operator does something, and not at any time. */
  aimed: number;
  /** The odds that a new secondary is promoted by force in the midst of its copy, of which the others have not heard. */
  stranded: number;
  mix: Readonly<{
    work: Readonly<Partial<Record<Work["do"], number>>>;
    operations: Readonly<Partial<Record<Operation["do"], number>>>;
    faults: Readonly<Partial<Record<Fault["do"], number>>>;
  }>;
}>;
