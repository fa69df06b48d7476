import type { Outcome } from "../suite/count.ts";

export type Surroundings = Readonly<{ environment: NodeJS.ProcessEnv; folder: string }>;

export type Client = Readonly<{
  /** Prefix of the client's database users: lower-case letters. */
  name: string;
  title: string;
  /** Returns a description of the prerequisites that this machine does not have, or undefined if it has all. */
  lacks(): Promise<string | undefined>;
  prepare(folder: string): Promise<void>;
  play(surroundings: Surroundings): Promise<Outcome>;
}>;
