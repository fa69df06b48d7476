import { inBatches } from "../concurrency/in-batches.ts";
import type { Storage, StorageChange } from "../storage/storage.ts";

const fullChanges = 512;

/**
 * Returns a function that commits changes. Changes submitted at about the same time, such as those caused by one reply
 * of a database server, are committed together.
 */
export function joinedCommits(storage: Storage): (changes: readonly StorageChange[]) => Promise<void> {
  return inBatches<readonly StorageChange[], void>({
    run: (submitted) => storage.commit(submitted.flat()),
    maxRunning: Number.POSITIVE_INFINITY,
    maxSize: fullChanges,
    sizeOf: ({ length }) => length,
  });
}
