import type { Store } from "#engine/ports/store.ts";
import { inMemory } from "./in-memory.ts";
import type { OpenedStore } from "./opened-store.ts";

/** Returns a function that opens stores in memory. If it opens a cluster's store again, the data are still there. */
export function persistentMemoryStores(): (cluster: string) => Promise<OpenedStore> {
  const stores = new Map<string, Store>();
  return async (cluster) => {
    const store = stores.get(cluster) ?? inMemory();
    stores.set(cluster, store);
    return { ...store, async kill() {}, async [Symbol.asyncDispose]() {} };
  };
}
