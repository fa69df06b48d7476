import { partStorage } from "#engine/core/storage/part-storage.ts";
import type { Storage } from "#engine/core/storage/storage.ts";
import type { Change, Store } from "#engine/ports/store.ts";

/** Returns the storage of the mount with this uuid in a store that no cluster uses. "" selects the core's storage. */
export function mountStorage(store: Store, mount: string): Storage {
  const writePath = {
    isPrimary: () => true,
    commit: (_: string, changes: readonly Change[]) => store.commit(changes),
    forward: () => Promise.reject(new Error("there is no primary")),
  };
  return partStorage({ mount, namespace: "root", local: false }, { store, writePath });
}
