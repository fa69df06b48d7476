import type { Fault, Operation, Work } from "./action.ts";
import type { SceneName } from "./scene-names.ts";

/** Habits of operators. All values are probabilities from 0 to 1, except `pace`. */
export type Habits = Readonly<{
  force: number;
  /** Probability that the assumed primary is demoted before a promotion without force. */
  planned: number;
  /** Probability that a demoted primary is promoted by force after its demotion. */
  takesBack: number;
  /**
   * Probability that the second operator promotes a random cluster at the same time as the first operator promotes one.
   */
  rival: number;
  /**
   * Probability that a cluster gets an update-primary, or rarely a secondary enable, after a promotion, for each
   * cluster except the promoted one.
   */
  updatesPrimary: number;
  /**
   * Maximum time in milliseconds between the first two of several related operations, such as a demotion and a
   * promotion.
   */
  pace: number;
  /** Probability that an unmount removes the database engine, if the world has one. */
  unmountsDatabase: number;
  /** Probability that a new secondary is promoted by force soon, perhaps before its copy is complete. */
  impatientDatabases: number;
}>;

/**
 * Parameters of the random worlds of a campaign. Pairs of numbers are an inclusive minimum and maximum. `mix` has the
 * relative weights of actions.
 */
export type Profile = Readonly<{
  summary: string;
  clusters: readonly [number, number];
  clients: readonly [number, number];
  work: readonly [number, number];
  operations: readonly [number, number];
  faults: readonly [number, number];
  /** Virtual time in seconds after which all faults end. */
  seconds: readonly [number, number];
  database: number;
  cloud: number;
  habits: Habits;
  /**
   * Probability that a cluster is a secondary from the start, for each cluster after the second. The second cluster
   * always is. Clusters that are not drawn start outside of the replication set.
   */
  enabledSecondaries: number;
  large: number;
  /** Number of bursts of client actions. 0 spreads the actions over the whole time. */
  bursts: number;
  /** Probability that a fault may last up to 40 seconds. Otherwise it lasts at most 6 seconds. */
  lasting: number;
  /** Probability that a fault is timed close to an operation instead of at a random time. */
  aimed: number;
  /** Probability that the schedule has a new secondary that is promoted by force, usually during its copy. */
  stranded: number;
  /** Probability of each scene: a group of related actions of several actors. */
  scenes: Readonly<Partial<Record<SceneName, number>>>;
  mix: Readonly<{
    work: Readonly<Partial<Record<Work["do"], number>>>;
    operations: Readonly<Partial<Record<Operation["do"], number>>>;
    faults: Readonly<Partial<Record<Fault["do"], number>>>;
  }>;
}>;
