import { memoryStore } from "../stores/memory-store.ts";
import type { Store } from "./store.ts";

export function storeWithoutLateValues(): Store {
  const { late: _, ...store } = memoryStore();
  return store;
}

export function withLateValues({ late, ...store }: Required<Store>): Store {
  return {
    ...store,
    commit: async (batch) =>
      late.commit(batch.map(({ key, value }) => ({ key, value: value === null ? null : { make: () => value } }))),
  };
}
