import type { Store } from "#engine/ports/store.ts";
import { inMemory } from "./in-memory.ts";
import type { OpenedStore } from "./opened-store.ts";

/** Returns a function that opens stores in memory. A cluster's data remain when its store is closed and reopened. */
export function persistentMemoryStores(): (cluster: string) => Promise<OpenedStore> {
  const stores = new Map<string, Store>();
  return async (cluster) => {
    const store = stores.get(cluster) ?? inMemory();
    stores.set(cluster, store);
    return { ...store, async kill() {}, async [Symbol.asyncDispose]() {} };
  };
}
