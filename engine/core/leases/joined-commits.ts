import type { Storage, StorageChange } from "../storage/storage.ts";

/** Changes that one batch has at most, so that no request waits long behind it. */
const maxChanges = 512;

type Batch = Readonly<{ changes: StorageChange[]; commit: Promise<void> }>;

/**
 * Commits changes; those that are handed over in one breath are one batch, up to a bound, which holds or fails as a whole. Of a key the change that was handed
 * over last holds.
 */
export function joinedCommits(storage: Storage): (changes: readonly StorageChange[]) => Promise<void> {
  let open: Batch | undefined;

  function begun(): Batch {
    const changes: StorageChange[] = [];
    // One turn of the microtask queue: what a database server did together is over in one.
    const commit = Promise.resolve().then(() => {
      if (open?.changes === changes) open = undefined;
      return storage.commit(changes);
    });
    return { changes, commit };
  }

  return (changes) => {
    if (open === undefined || open.changes.length + changes.length > maxChanges) open = begun();
    open.changes.push(...changes);
    return open.commit;
  };
}
