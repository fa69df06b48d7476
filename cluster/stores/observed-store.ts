import type { Store } from "#engine/ports/store.ts";
import { StoreFailure } from "./store-failure.ts";

/** `store`; `lost` is called, once, as soon as it fails for good: whether what was written last holds is not known from then on. */
export function observedStore(store: Store, lost: (failure: StoreFailure) => void): Store {
  let isLost = false;

  async function heeded<T>(answer: Promise<T>): Promise<T> {
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
    read: (key) => heeded(store.read(key)),
    range: (range) => heeded(store.range(range)),
    commit: (batch) => heeded(store.commit(batch)),
    // What lasts no longer than the process is never lost before it.
    ...(store.late ? { late: store.late } : {}),
  };
}
