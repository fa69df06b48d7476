import type { AccessKey, User } from "./iam-user.ts";

/** What an embedded cloud asks of the world and is told at its birth. */
export type CloudOptions = Readonly<{
  /** Twelve digits. */
  account: string;
  /** Signatures may be scoped to this region, and to the global endpoints' us-east-1. */
  region: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** As many unpredictable bytes; seeded ones in simulation. */
  random: (count: number) => Uint8Array;
}>;

/** An account in memory: its users and their keys. It lasts as long as the value. */
export type CloudState = CloudOptions &
  Readonly<{
    /** By name in lower case: names that differ only in case are one name to the provider. */
    users: Map<string, User>;
    /** By access key id. */
    keys: Map<string, AccessKey>;
  }>;

/** An account without users. */
export function createCloudState({ account, region, now, random }: CloudOptions): CloudState {
  return { account, region, now, random, users: new Map(), keys: new Map() };
}
