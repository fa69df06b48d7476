import { inMemory } from "#cluster/stores/in-memory.ts";
import type { LateChange, Store } from "#engine/ports/store.ts";
import { logKey } from "#engine/replication/runtime/write-log.ts";

/** Maximum time in milliseconds to wait for an entry. The secondary may first wait until it dials again. */
const timeoutMilliseconds = 60_000;

/** An in-memory store that reports when an entry of the write log is stored. */
export interface WatchedStore extends Store {
  /**
   * Resolves when the entry with this index is stored; rejects if that takes too long. Must be called before that, and
   * for one entry at a time.
   */
  saved(index: number): Promise<void>;
}

export function watchedStore(): WatchedStore {
  const store = inMemory();
  let wanted: Readonly<{ key: string; arrived: () => void }> | undefined;
  async function commit(batch: readonly LateChange[]): Promise<void> {
    await store.late.commit(batch);
    // One query per batch, to disturb the measurement little.
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
      const late = setTimeout(() => reject(new Error(`entry ${index} did not arrive`)), timeoutMilliseconds);
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
