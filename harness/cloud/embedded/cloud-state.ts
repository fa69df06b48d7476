import type { AccessKey, Account } from "./account.ts";
import type { ScopedFault } from "./cloud-fault.ts";
import type { CloudCall } from "./cloud-provider.ts";

/** What an embedded cloud asks of the world and is told at its birth. */
export type CloudOptions = Readonly<{
  /** The account of the administrator: twelve digits. */
  account: string;
  /** The regions that requests may be scoped to. The global endpoints' us-east-1 is always one. */
  regions: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
  /** As many unpredictable bytes; seeded ones in simulation. */
  random: (count: number) => Uint8Array;
}>;

/** A cloud in memory: its accounts and all their keys. It lasts as long as the value. */
export type CloudState = CloudOptions &
  Readonly<{
    /** By their ids. */
    accounts: Map<string, Account>;
    /** By access key id. */
    keys: Map<string, AccessKey>;
    /** What goes wrong with which calls, by the scope's spelling. */
    faults: Map<string, ScopedFault>;
    /** What was answered of late, oldest first. */
    ledger: CloudCall[];
  }>;

/** A cloud without accounts. */
export function createCloudState(options: CloudOptions): CloudState {
  return { ...options, accounts: new Map(), keys: new Map(), faults: new Map(), ledger: [] };
}

/** The account with this id, which is made at its first use; by default the administrator's. */
export function accountOf(state: CloudState, id: string = state.account): Account {
  const known = state.accounts.get(id);
  if (known) return known;
  const { keys, now, random } = state;
  const made: Account = {
    id,
    keys,
    now,
    random,
    users: new Map(),
    roles: new Map(),
    profiles: new Map(),
    instances: new Map(),
  };
  state.accounts.set(id, made);
  return made;
}
