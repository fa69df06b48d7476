import type { Change } from "../../ports/store.ts";

/**
 * Reports of replication about the shared data of this cluster. For one transition the calls come in this order:
 *
 * 1. `beforeDeletion` or `beforeWipe`, before the transition is saved. The local changes that they return are saved in the same batch, or not at all.
 * 2. `invalidate`, as soon as the transition is durable, and before the next transition begins.
 * 3. `wiped`, `roleChanged` and `applied`: one call at a time, in the order of the transitions. Transitions do not wait for them. A call that fails is
 *    repeated, and the next call waits for it.
 * 4. `outOfSync`, after a call of 3 failed for good. No call follows it.
 */
export interface ReplicaObserver {
  /**
   * Called on a secondary before replication deletes the shared keys `deleted`; `lastValue` reads the last value of one of them. Resolves to changes of local keys.
   */
  beforeDeletion(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]>;
  /** Called before replication deletes everything that is stored. Resolves to changes that are saved with the wipe. */
  beforeWipe(): Promise<readonly Change[]>;
  /** Shared keys were changed by replication: values that were derived from them are dropped. */
  invalidate(keys: readonly string[] | "everything"): void;
  /** Shared keys were changed by replication, not by a commit on this cluster. */
  applied(keys: readonly string[]): void | Promise<void>;
  /** This cluster became a primary or a secondary, or a copy of the shared data is complete. */
  roleChanged(): Promise<void>;
  /** Everything stored was deleted, shared and local: the initial data of a cluster are created again. */
  wiped(): Promise<void>;
  /** Memory no longer corresponds to the store, and may not be used. */
  outOfSync(): void;
}
