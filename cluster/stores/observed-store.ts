import type { Store } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** Wraps `store`. Calls `lost` when a call rejects with a StoreFailure "lost" for the first time. */
export function observedStore(store: Store, lost: (failure: StoreFailure) => void): Store {
  let isLost = false;

  async function observed<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (!isLost && error instanceof StoreFailure && error.code === "lost") {
        isLost = true;
        lost(error);
      }
      throw error;
    }
  }

  return {
    read: (key) => observed(store.read(key)),
    range: (range) => observed(store.range(range)),
    commit: (batch) => observed(store.commit(batch)),
    // Late values exist only in stores that last as long as the process, which are never lost.
    ...(store.late ? { late: store.late } : {}),
  };
}
