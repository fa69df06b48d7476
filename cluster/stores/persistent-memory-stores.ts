import type { Store } from "#engine/ports/store.ts";
import { inMemory } from "./in-memory.ts";
import type { OpenedStore } from "./opened-store.ts";

/** Opens stores in memory, which last as long as the opener: a cluster's store that is opened again has what was left there. */
export function persistentMemoryStores(): (cluster: string) => Promise<OpenedStore> {
  const stores = new Map<string, Store>();
  return async (cluster) => {
    const store = stores.get(cluster) ?? inMemory();
    stores.set(cluster, store);
    return { ...store, async kill() {}, async [Symbol.asyncDispose]() {} };
  };
}
