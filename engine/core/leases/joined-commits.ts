import type { Storage, StorageChange } from "../storage/storage.ts";

/** Maximum number of changes per batch, so that no request waits long for one. */
const maxChanges = 512;

type Batch = Readonly<{ changes: StorageChange[]; commit: Promise<void> }>;

/**
 * Returns a function that commits changes. Changes submitted in the same turn of the microtask
 * queue are committed as one atomic batch, up to a limit. The last change of a key wins.
 */
export function joinedCommits(storage: Storage): (changes: readonly StorageChange[]) => Promise<void> {
  let open: Batch | undefined;

  function newBatch(): Batch {
    const changes: StorageChange[] = [];
    // One turn of the microtask queue suffices: changes caused by one reply of a database server
    // are submitted in it.
    const commit = Promise.resolve().then(() => {
      if (open?.changes === changes) open = undefined;
      return storage.commit(changes);
    });
    return { changes, commit };
  }

  return (changes) => {
    if (open === undefined || open.changes.length + changes.length > maxChanges) open = newBatch();
    open.changes.push(...changes);
    return open.commit;
  };
}
