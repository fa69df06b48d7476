import btree from "sorted-btree";
import type { Change, Range, Store } from "./store.ts";

/** A store that lasts as long as the process: what simulated disks and clusters without a durable store build on. */
export function memoryStore(): Store {
  const tree = new btree.default<string, string>(undefined, (a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    async read(key) {
      return tree.get(key);
    },
    async range({ prefix, after = "", limit = Number.POSITIVE_INFINITY }: Range) {
      const found: [string, string][] = [];
      const start = after > prefix ? after : prefix;
      for (const [key, value] of tree.entries(start)) {
        if (found.length >= limit || !key.startsWith(prefix)) break;
        if (key > after || after === "") found.push([key, value]);
      }
      return found;
    },
    async commit(batch: readonly Change[]) {
      for (const { key, value } of batch) {
        if (value === null) tree.delete(key);
        else tree.set(key, value);
      }
    },
  };
}
