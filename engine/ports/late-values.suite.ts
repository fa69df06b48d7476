import { memoryStore } from "../stores/memory-store.ts";
import type { Store } from "./store.ts";

/** A store in memory that wants every value at once, as durable ones do, for tests of what stands between the engine and its store. */
export function promptStore(): Store {
  const { late: _, ...store } = memoryStore();
  return store;
}

/** `store`, given each value as one that is yet to be made. */
export function givenLate({ late, ...store }: Required<Store>): Store {
  return {
    ...store,
    commit: async (batch) =>
      late.commit(batch.map(({ key, value }) => ({ key, value: value === null ? null : { make: () => value } }))),
  };
}
