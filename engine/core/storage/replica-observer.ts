import type { Change } from "../../ports/store.ts";

/**
 * Reports of replication about the shared data of this cluster. For one transition the calls come in this order:
 *
 * 1. `beforeDeletion` or `beforeWipe`, before the transition is saved. The local changes that they return are saved in
 *    the same batch, or not at all.
 * 2. `invalidate`, as soon as the transition is durable, and before the next transition begins.
 * 3. `wiped`, `roleChanged` and `applied`: one call at a time, in the order of the transitions. Transitions do not wait
 *    for them. A call that fails is repeated, and the next call waits for it.
 * 4. `outOfSync`, after a call of 3 failed permanently. No call of 2 or 3 follows it.
 */
export interface ReplicaObserver {
  /**
   * Called on a secondary before replication deletes the shared keys `deleted`; `lastValue` reads the last value of one
   * of them. Resolves to changes of local keys to save with the deletion.
   */
  beforeDeletion(
    deleted: readonly string[],
    lastValue: (key: string) => Promise<string | undefined>,
  ): Promise<readonly Change[]>;
  /** Called before replication wipes this cluster. Resolves to changes to save with the wipe. */
  beforeWipe(): Promise<readonly Change[]>;
  invalidate(keys: readonly string[] | "everything"): void;
  applied(keys: readonly string[]): void | Promise<void>;
  /** Called after this cluster became a primary or a secondary, or a copy of the shared data is complete. */
  roleChanged(): Promise<void>;
  wiped(): Promise<void>;
  /** Called when memory no longer corresponds to the store, and must not be used. */
  outOfSync(): void;
}
