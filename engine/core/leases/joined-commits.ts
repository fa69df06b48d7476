import { inBatches } from "../concurrency/in-batches.ts";
import type { Storage, StorageChange } from "../storage/storage.ts";

/** Number of changes at which a batch is full. The limit keeps the commit of a batch short. */
const fullChanges = 512;

/**
 * Returns a function that commits changes. Changes submitted at about the same time, such as those caused by one reply
 * of a database server, are committed as one atomic batch, up to a limit. If a batch changes a key twice, the last
 * change applies.
 */
export function joinedCommits(storage: Storage): (changes: readonly StorageChange[]) => Promise<void> {
  return inBatches<readonly StorageChange[], void>({
    run: (submitted) => storage.commit(submitted.flat()),
    maxRunning: Number.POSITIVE_INFINITY,
    maxSize: fullChanges,
    sizeOf: ({ length }) => length,
  });
}
