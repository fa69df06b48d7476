import { memoryStore } from "../stores/memory-store.ts";
import type { Store } from "./store.ts";

/** Creates a memory store that does not offer late values, like a durable store. */
export function storeWithoutLateValues(): Store {
  const { late: _, ...store } = memoryStore();
  return store;
}

/** Wraps `store` so that `commit` commits every value as a late value. */
export function withLateValues({ late, ...store }: Required<Store>): Store {
  return {
    ...store,
    commit: async (batch) =>
      late.commit(batch.map(({ key, value }) => ({ key, value: value === null ? null : { make: () => value } }))),
  };
}
