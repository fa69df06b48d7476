import { inMemory } from "#cluster/stores/in-memory.ts";
import type { LateChange, Store } from "#engine/ports/store.ts";
import { logKey } from "#engine/replication/runtime/write-log.ts";

/** How long an entry may be on its way, in milliseconds: the secondary may wait before it dials again. */
const patienceMilliseconds = 60_000;

/** A store in memory that tells when an entry of the write log is in it, and with it the changes that the entry is about. */
export interface WatchedStore extends Store {
  /** Resolves when entry `index` is saved; to be called before it is, for one entry at a time. Rejects when that takes too long. */
  saved(index: number): Promise<void>;
}

export function watchedStore(): WatchedStore {
  const store = inMemory();
  let wanted: Readonly<{ key: string; arrived: () => void }> | undefined;
  async function commit(batch: readonly LateChange[]): Promise<void> {
    await store.late.commit(batch);
    // One look for each batch, however many keys it has: what is measured should not pay for being watched.
    if (!wanted) return;
    const { key, arrived } = wanted;
    const [found] = await store.range({ prefix: key, limit: 1, keysOnly: true });
    if (found) arrived();
  }
  return {
    ...store,
    commit,
    late: { ...store.late, commit },
    async saved(index) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const late = setTimeout(() => reject(new Error(`entry ${index} did not arrive`)), patienceMilliseconds);
      wanted = { key: logKey(index), arrived: resolve };
      try {
        await promise;
      } finally {
        clearTimeout(late);
        wanted = undefined;
      }
    },
  };
}
