import type { Outcome } from "../suite/count.ts";

/**
 * Environment variables with the addresses of the clusters, and a temporary folder, for a client's
 * programs.
 */
export type Surroundings = Readonly<{ environment: NodeJS.ProcessEnv; folder: string }>;

/** An unmodified client library, and our programs that use it. */
export type Client = Readonly<{
  /** Prefix for its database users: lower-case letters. */
  name: string;
  /** Name and version, for people. */
  title: string;
  /** Returns a description of missing prerequisites on this machine, or undefined. */
  lacks(): Promise<string | undefined>;
  /** Downloads and builds the programs below `folder`. */
  prepare(folder: string): Promise<void>;
  /** Runs all flows and prints them to standard output. */
  play(surroundings: Surroundings): Promise<Outcome>;
}>;
