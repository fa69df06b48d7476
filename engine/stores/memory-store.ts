import btree from "sorted-btree";
import type { LateChange, LateValue, Range, Store } from "../ports/store.ts";

/** Maximum number of keys in a node of the B-tree. Takes less memory than the default of 32. */
const nodeKeys = 64;

/**
 * Capacity of the queue of late values. From half of it on, old values are computed as further keys
 * enter. It is so large that most entries of the write log are deleted before that.
 */
const lateValues = 98_304;

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Maximum number of keys outside the tree. Insertion into the tree is slow, and many short-lived keys
 * are deleted before it.
 */
const unplacedKeys = 1024;

/** Never undefined: sorted-btree loses values when it merges a node of only undefined values. */
type Value = string | LateValue;

export function memoryStore(): Required<Store> {
  const tree = new btree.default<string, Value>(undefined, (a, b) => (a < b ? -1 : a === b ? 0 : 1), nodeKeys);
  const unplaced = new Map<string, Value>();
  const queue = keyQueue({ most: lateValues, leave: makeInTree });

  function find(key: string): Value | undefined {
    return unplaced.get(key) ?? tree.get(key);
  }

  function makeInTree(key: string): void {
    const value = unplaced.get(key) === undefined ? tree.get(key) : undefined;
    if (typeof value === "object") tree.set(key, value.make());
  }

  function made(key: string, value: Value): string {
    if (typeof value === "string") return value;
    const text = value.make();
    if (unplaced.get(key) === undefined) tree.set(key, text);
    else unplaced.set(key, text);
    return text;
  }

  function commit(batch: readonly LateChange[]): undefined {
    for (const { key, value } of batch) {
      if (value === null) {
        unplaced.delete(key);
        tree.delete(key);
        continue;
      }
      unplaced.set(key, value);
      if (unplaced.size > unplacedKeys) placeOne();
    }
  }

  function placeOne(): boolean {
    const [first] = unplaced;
    if (!first) return false;
    const [key, value] = first;
    unplaced.delete(key);
    tree.set(key, value);
    if (typeof value === "object") queue.enter(key);
    return true;
  }

  function computeOrPlaceOne(): boolean {
    if (queue.leaveOne()) return true;
    const wasPlaced = placeOne();
    queue.leaveOne();
    return wasPlaced;
  }

  return {
    async read(key) {
      const value = find(key);
      return value === undefined ? undefined : made(key, value);
    },
    async range({ prefix, after = "", limit = unlimited, maxCharacters = unlimited, keysOnly = false }: Range) {
      while (placeOne());
      const found: [string, Value][] = [];
      const texts: string[] = [];
      const start = after > prefix ? after : prefix;
      let characters = 0;
      for (const [key, value] of tree.entries(start)) {
        if (found.length >= limit || characters >= maxCharacters || !key.startsWith(prefix)) break;
        if (key === after && after !== "") continue;
        found.push([key, value]);
        if (keysOnly) continue;
        const text = typeof value === "object" ? value.make() : value;
        texts.push(text);
        characters += key.length + text.length;
      }
      // The tree changes only after the loop: a write to a full node moves a key to the next node, and the loop would
      // skip that key.
      texts.forEach((text, at) => {
        const [key = "", value] = found[at] ?? [];
        if (typeof value === "object") tree.set(key, text);
      });
      return found.map(([key], at) => [key, texts[at] ?? ""]);
    },
    async commit(batch) {
      commit(batch);
    },
    late: {
      async read(key) {
        return find(key);
      },
      commit,
      make(most = unlimited) {
        for (let left = most; left > 0; left -= 1) if (!computeOrPlaceOne()) return false;
        return true;
      },
    },
  };
}

/**
 * Queue of keys in approximate order of entry. Once half of `most` keys have entered, each further key
 * removes an early one, which is passed to `leave` unless it has entered again since. Two halves,
 * since deletion from the middle of a large set is slow.
 */
function keyQueue({ most, leave }: { most: number; leave: (key: string) => void }) {
  let filling = new Set<string>();
  let emptying = new Set<string>().values();

  function leaveFirst(): boolean {
    const { value, done } = emptying.next();
    if (!done && !filling.has(value)) leave(value);
    return !done;
  }

  function swap(): void {
    emptying = filling.values();
    filling = new Set();
  }

  return {
    enter(key: string): void {
      const before = filling.size;
      filling.add(key);
      if (filling.size === before) return;
      leaveFirst();
      if (filling.size >= most / 2) swap();
    },
    leaveOne(): boolean {
      if (leaveFirst()) return true;
      if (filling.size === 0) return false;
      swap();
      return leaveFirst();
    },
  };
}
