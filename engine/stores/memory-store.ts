import btree from "sorted-btree";
import type { LateChange, LateValue, Range, Store } from "../ports/store.ts";

/** Keys in a node of the tree: with twice the default of 32 a key takes 26 bytes beside its text in place of 35, and no more time. */
const nodeKeys = 64;

/**
 * Values that may be yet to be made: three times what a write log of 16,384 entries and their changes come to, so that most of a log is
 * dropped before it was read. Where values are to be encrypted, all of them take the better part of a second.
 */
const lateValues = 98_304;

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Maximum number of keys that have no place in the tree yet. Insertion takes longer than everything else a write costs, and keys that are deleted soon, such as those
 * of short leases, never need it. Every range first places all of them: 1,024 take at most 15 ms with the encryption that they cause.
 */
const unplacedKeys = 1024;

/** Never undefined: sorted-btree loses values where a node of which all are joins one of which some are not. */
type Value = string | LateValue;

/** A store that lasts as long as the process: what simulated disks and clusters without a durable store build on. */
export function memoryStore(): Required<Store> {
  const tree = new btree.default<string, Value>(undefined, (a, b) => (a < b ? -1 : a === b ? 0 : 1), nodeKeys);
  /** What was written and has no place in the tree yet. What the tree says of these keys is over. */
  const unplaced = new Map<string, Value>();
  /** Late values in the tree. */
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

  /** Moves the key that has waited longest into the tree. False when none waits. */
  function placeOne(): boolean {
    const [first] = unplaced;
    if (!first) return false;
    const [key, value] = first;
    unplaced.delete(key);
    tree.set(key, value);
    if (typeof value === "object") queue.enter(key);
    return true;
  }

  /** Makes a value, or places a key that has none to be made. False when none of either are left. */
  function settleOne(): boolean {
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
      // Only when all are found: a full node that is written to moves a key to the one beside it, which the loop would pass over.
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
        for (let left = most; left > 0; left -= 1) if (!settleOne()) return false;
        return true;
      },
    },
  };
}

/**
 * Keys in about the order in which they entered, at most so many: one more has the first ones `leave`. A key that enters
 * again while it is there may stay where it is; one that is in both lots leaves with the later, so that what is written again and again is not made
 * each time. There are two lots: one fills while the other empties, and nothing is ever taken out
 * of the midst of one, since a large set from which much is deleted is slow.
 */
function keyQueue({ most, leave }: { most: number; leave: (key: string) => void }) {
  let filling = new Set<string>();
  let emptying = new Set<string>().values();

  /** Tells whether there was one. */
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
      // One for one: the other lot is empty when this one is full.
      leaveFirst();
      if (filling.size >= most / 2) swap();
    },
    /** Has the first one leave. False when none stay. */
    leaveOne(): boolean {
      if (leaveFirst()) return true;
      if (filling.size === 0) return false;
      swap();
      return leaveFirst();
    },
  };
}
