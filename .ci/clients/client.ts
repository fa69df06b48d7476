import type { Outcome } from "../suite/count.ts";

/** Where a client's programs find the clusters, and a folder of their own that is removed in the end. */
export type Surroundings = Readonly<{ environment: NodeJS.ProcessEnv; folder: string }>;

/** An unmodified client library, and our programs that use it. */
export type Client = Readonly<{
  /** What its users in databases are called after: lower-case letters. */
  name: string;
  /** Its name and version, for people. */
  title: string;
  /** Says what this machine lacks to run it; undefined when nothing. */
  lacks(): Promise<string | undefined>;
  /** Fetches and builds what there is to fetch and build, below `folder`. */
  prepare(folder: string): Promise<void>;
  /** Plays all flows and shows them on standard output. */
  play(surroundings: Surroundings): Promise<Outcome>;
}>;
