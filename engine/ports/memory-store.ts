import btree from "sorted-btree";
import type { LateChange, LateValue, Range, Store } from "./store.ts";

/** Keys in a node of the tree: with twice the default of 32 a key takes 26 bytes beside its text in place of 35, and no more time. */
const nodeKeys = 64;

/**
 * Values that may be yet to be made: what a write log of 16,384 entries comes to, and all that most clusters ever hold. Where they are
 * to be encrypted, that takes a second for all of them.
 */
const lateValues = 131_072;

/** An empty text is undefined here: a node of the tree whose values are all that needs no room for them. */
type Value = string | LateValue | undefined;

/** A store that lasts as long as the process: what simulated disks and clusters without a durable store build on. */
export function memoryStore(): Required<Store> {
  const tree = new btree.default<string, Value>(undefined, (a, b) => (a < b ? -1 : a === b ? 0 : 1), nodeKeys);
  /** The keys of values that are yet to be made, the oldest first. One iterator goes along: a new one would pass all that is gone. */
  const late = new Set<string>();
  let oldest = late.values();

  function find(key: string): Value {
    return tree.get(key) ?? (tree.has(key) ? "" : undefined);
  }

  function made(key: string, value: Value): string {
    if (typeof value !== "object") return value ?? "";
    const text = value.make();
    tree.set(key, text);
    late.delete(key);
    return text;
  }

  /** Makes the oldest until `to` are left. */
  function makeDown(to: number): void {
    while (late.size > to) {
      const { value: key, done } = oldest.next();
      if (done) oldest = late.values();
      else made(key, tree.get(key));
    }
  }

  async function commit(batch: readonly LateChange[]): Promise<void> {
    for (const { key, value } of batch) {
      late.delete(key);
      if (value === null) tree.delete(key);
      else tree.set(key, value === "" ? undefined : value);
      if (typeof value === "object" && value !== null) late.add(key);
    }
    makeDown(lateValues);
  }

  return {
    async read(key) {
      const value = find(key);
      return value === undefined ? undefined : made(key, value);
    },
    async range({ prefix, after = "", limit = Number.POSITIVE_INFINITY, keysOnly = false }: Range) {
      const pairs: [string, Value][] = [];
      const start = after > prefix ? after : prefix;
      for (const [key, value] of tree.entries(start)) {
        if (pairs.length >= limit || !key.startsWith(prefix)) break;
        if (key > after || after === "") pairs.push([key, value]);
      }
      return pairs.map(([key, value]) => [key, keysOnly ? "" : made(key, value)]);
    },
    commit,
    late: {
      async read(key) {
        return find(key);
      },
      commit,
      settle(most) {
        makeDown(Math.max(0, late.size - most));
        return late.size === 0;
      },
    },
  };
}
