import type { AccessKey, Account } from "./account.ts";
import type { ScopedFault } from "./cloud-fault.ts";
import type { CloudCall } from "./cloud-provider.ts";

/** Dependencies and configuration of an embedded cloud. */
export type CloudOptions = Readonly<{
  /** Account of the administrator: twelve digits. */
  account: string;
  /** Regions that requests may be signed for, besides us-east-1 of the global endpoints. */
  regions: readonly string[];
  /** Returns the current time in milliseconds since 1970. */
  now: () => number;
  /** Returns `count` unpredictable bytes; in simulation they come from the seed. */
  random: (count: number) => Uint8Array;
}>;

/** State of a cloud in memory: its accounts and all their keys. */
export type CloudState = CloudOptions &
  Readonly<{
    /** Accounts by id. */
    accounts: Map<string, Account>;
    /** Access keys by id. */
    keys: Map<string, AccessKey>;
    /** Faults by the serialized scope. */
    faults: Map<string, ScopedFault>;
    /** The most recent calls, oldest first. */
    recordedCalls: CloudCall[];
  }>;

/** Creates a cloud without accounts. */
export function createCloudState(options: CloudOptions): CloudState {
  return { ...options, accounts: new Map(), keys: new Map(), faults: new Map(), recordedCalls: [] };
}

/** Returns the account with this id, created on first use. Default: the administrator's. */
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
