import { memoryStore } from "#engine/ports/memory-store.ts";
import type { Store } from "#engine/ports/store.ts";
import { logKey } from "#engine/replication/driver/write-log.ts";

/** A store in memory that tells when an entry of the write log is in it, and with it the changes that the entry is about. */
export interface WatchedStore extends Store {
  /** Resolves when entry `index` is saved; to be called before it is. */
  saved(index: number): Promise<void>;
}

export function watchedStore(): WatchedStore {
  const store = memoryStore();
  const waiting = new Map<string, () => void>();
  return {
    ...store,
    async commit(batch) {
      await store.commit(batch);
      if (waiting.size === 0) return;
      for (const { key } of batch) {
        waiting.get(key)?.();
        waiting.delete(key);
      }
    },
    saved: (index) => new Promise((resolve) => waiting.set(logKey(index), resolve)),
  };
}
