import type { Outcome } from "../suite/count.ts";

/** Environment variables with the addresses of the clusters, and a temporary folder, for the programs of a client. */
export type Surroundings = Readonly<{ environment: NodeJS.ProcessEnv; folder: string }>;

/** An unmodified client library, and the programs of this project that use it. */
export type Client = Readonly<{
  /** Prefix of the client's database users: lower-case letters. */
  name: string;
  title: string;
  /** Returns a description of the prerequisites that this machine does not have, or undefined if it has all. */
  lacks(): Promise<string | undefined>;
  prepare(folder: string): Promise<void>;
  play(surroundings: Surroundings): Promise<Outcome>;
}>;
