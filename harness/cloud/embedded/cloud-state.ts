import type { AccessKey, Account } from "./account.ts";
import type { ScopedFault } from "./cloud-fault.ts";
import type { CloudCall } from "./cloud-provider.ts";

export type CloudOptions = Readonly<{
  /** Id of the administrator's account: twelve digits. */
  account: string;
  /** Regions for which requests may be signed, in addition to us-east-1. */
  regions: readonly string[];
  now: () => number;
  /** Returns `count` unpredictable bytes. In the simulation, they are drawn from the seed. */
  random: (count: number) => Uint8Array;
}>;

export type CloudState = CloudOptions &
  Readonly<{
    accounts: Map<string, Account>;
    keys: Map<string, AccessKey>;
    /** Faults by serialized scope. */
    faults: Map<string, ScopedFault>;
    recordedCalls: CloudCall[];
  }>;

export function createCloudState(options: CloudOptions): CloudState {
  return { ...options, accounts: new Map(), keys: new Map(), faults: new Map(), recordedCalls: [] };
}

/** Returns the account with this id. Creates it on first use. Default: the administrator's account. */
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
