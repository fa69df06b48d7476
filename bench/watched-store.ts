import { memoryStore } from "#engine/ports/memory-store.ts";
import type { Store } from "#engine/ports/store.ts";
import { logKey } from "#engine/replication/driver/write-log.ts";

/** A store in memory that tells when an entry of the write log is in it, and with it the changes that the entry is about. */
export interface WatchedStore extends Store {
  /** Resolves when entry `index` is saved; to be called before it is. Rejects when that takes too long. */
  saved(index: number): Promise<void>;
}

/** How long an entry may be on its way, in milliseconds: the follower may wait before it dials again. */
const patienceMilliseconds = 60_000;

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
    saved(index) {
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`entry ${index} did not arrive`)), patienceMilliseconds);
        waiting.set(logKey(index), () => {
          clearTimeout(late);
          resolve();
        });
      });
    },
  };
}
