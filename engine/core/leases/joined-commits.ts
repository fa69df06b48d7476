import { inBatches } from "../concurrency/in-batches.ts";
import type { Storage, StorageChange } from "../storage/storage.ts";

/** Number of changes from which on a batch is full, so that no request waits long for one. */
const fullChanges = 512;

/**
 * Returns a function that commits changes. Changes submitted in the same turn of the microtask
 * queue are committed as one atomic batch, up to a limit: those caused by one reply of a database
 * server are. The last change of a key wins.
 */
export function joinedCommits(storage: Storage): (changes: readonly StorageChange[]) => Promise<void> {
  return inBatches<readonly StorageChange[], void>({
    run: (submitted) => storage.commit(submitted.flat()),
    maxRunning: Number.POSITIVE_INFINITY,
    maxSize: fullChanges,
    sizeOf: ({ length }) => length,
  });
}
