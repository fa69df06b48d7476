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

/** An empty text is undefined here: a node of the tree whose values are all that needs no room for them. */
type Value = string | LateValue | undefined;

/** A store that lasts as long as the process: what simulated disks and clusters without a durable store build on. */
export function memoryStore(): Required<Store> {
  const tree = new btree.default<string, Value>(undefined, (a, b) => (a < b ? -1 : a === b ? 0 : 1), nodeKeys);
  const queue = keyQueue({ most: lateValues, leave: (key) => void made(key, tree.get(key)) });

  function find(key: string): Value {
    return tree.get(key) ?? (tree.has(key) ? "" : undefined);
  }

  function made(key: string, value: Value): string {
    if (typeof value !== "object") return value ?? "";
    const text = value.make();
    tree.set(key, text);
    return text;
  }

  async function commit(batch: readonly LateChange[]): Promise<void> {
    for (const { key, value } of batch) {
      if (value === null) tree.delete(key);
      else tree.set(key, value === "" ? undefined : value);
      if (typeof value === "object" && value !== null) queue.enter(key);
    }
  }

  return {
    async read(key) {
      const value = find(key);
      return value === undefined ? undefined : made(key, value);
    },
    async range({ prefix, after = "", limit = unlimited, maxCharacters = unlimited, keysOnly = false }: Range) {
      const found: [string, Value][] = [];
      const texts: string[] = [];
      const start = after > prefix ? after : prefix;
      let characters = 0;
      for (const [key, value] of tree.entries(start)) {
        if (found.length >= limit || characters >= maxCharacters || !key.startsWith(prefix)) break;
        if (key === after && after !== "") continue;
        found.push([key, value]);
        if (keysOnly) continue;
        const text = typeof value === "object" ? value.make() : (value ?? "");
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
    commit,
    late: {
      async read(key) {
        return find(key);
      },
      commit,
      make: (most) => queue.leaveAll(most),
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
  function leaveOne(): boolean {
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
      leaveOne();
      if (filling.size >= most / 2) swap();
    },
    /** Has so many of the first ones leave. False when none stay. */
    leaveAll(count = Number.POSITIVE_INFINITY): boolean {
      for (let left = count; left > 0; left -= 1) {
        if (leaveOne()) continue;
        if (filling.size === 0) return false;
        swap();
        leaveOne();
      }
      return true;
    },
  };
}
