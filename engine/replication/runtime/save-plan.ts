import type { WritePathListener } from "../../core/storage/write-path.ts";
import type { Change, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import type { Replica } from "../machine/state.ts";
import type { Growth, MerkleTree } from "../merkle/tree.ts";
import { type Page, sharedPrefix } from "../protocol/entry.ts";
import { keyPairKey } from "./key-pairs.ts";
import { logKey } from "./write-log.ts";

/** Where the record of the replica is stored. */
export const recordKey = "local/replication/record";

/** Keys read at once when an interval is compared. */
const chunkKeys = 512;

/** A save as the store takes it. */
export type Batched = Readonly<{
  changes: readonly Change[];
  /** The entries to be appended to the log, as they are stored and sent. */
  texts: readonly string[];
  /** The shared keys among the changes. */
  keys: readonly string[];
  /** What the batch does to the Merkle tree. */
  growth: Growth | undefined;
}>;

/** What becomes of a cluster's Merkle tree with a transition: it is built when a replication set begins, and dropped with the end of its part in one. */
export type TreeFate = "begins" | "ends" | "stays";

export function treeFate(before: Replica, next: Replica): TreeFate {
  if (before.role === "disabled" && next.role === "primary") return "begins";
  return before.role !== "disabled" && next.role === "disabled" ? "ends" : "stays";
}

/** What is there when a batch is made. */
export type Saving = Readonly<{
  store: Store;
  tree: MerkleTree;
  fate: TreeFate;
  /** Of a secondary: what is saved together with the deletion of shared keys. See {@link WritePathListener.keep}. */
  keep?: WritePathListener["keep"];
  /** What is saved together with a wipe. See {@link WritePathListener.keepOverWipe}. */
  keepOverWipe?: WritePathListener["keepOverWipe"];
}>;

/** What `save` means for the store as it is now: one batch, in which each key stands once, but for log keys that are deleted first. */
export async function batchOf(save: Save, { store, tree, fate, keep, keepOverWipe }: Saving): Promise<Batched> {
  const { unlogged = [], entries, page, values, forget, wipe, record } = save;
  // A cluster on its own: what it writes is what is stored.
  if (!entries && !page && !values && !forget && !wipe && !record)
    return { changes: unlogged, texts: [], keys: [], growth: undefined };
  const changes = new Map<string, string | null>();
  const keys = new Set<string>();
  const texts: string[] = [];
  /** What a key held that one entry of the batch changes, and a later one deletes. */
  const overtaken = new Map<string, string>();
  // Each number is given once: looking for the same log key again would cost more than all the rest.
  const logged: Change[] = [];
  const forgotten: Change[] = [];
  if (save.wipe) {
    const spared = save.wipe.but === undefined ? undefined : keyPairKey(save.wipe.but);
    for (const [key] of await store.range({ prefix: "", keysOnly: true })) if (key !== spared) changes.set(key, null);
    // Under other keys it has to be written anew.
    const pair = save.wipe.keys !== undefined && spared !== undefined ? await store.read(spared) : undefined;
    if (spared !== undefined && pair !== undefined) changes.set(spared, pair);
    for (const { key, value } of (await keepOverWipe?.()) ?? []) changes.set(key, value);
  }
  if (save.forget) {
    for (let index = save.forget.after + 1; index <= save.forget.through; index++) {
      forgotten.push({ key: logKey(index), value: null });
    }
  }
  for (const entry of save.entries ?? []) {
    const text = JSON.stringify(entry);
    texts.push(text);
    logged.push({ key: logKey(entry.index), value: text });
    for (const { key, value } of entry.changes) {
      const before = value === null ? changes.get(key) : undefined;
      if (typeof before === "string") overtaken.set(key, before);
      changes.set(key, value);
      keys.add(key);
    }
  }
  let absent: ReadonlySet<string> = none;
  if (save.page) {
    const found = await differences(save.page, store);
    absent = found.absent;
    for (const { key, value } of found.changes) {
      changes.set(key, value);
      keys.add(key);
    }
  }
  for (const [key, value] of values ?? []) {
    changes.set(key, value);
    keys.add(key);
  }
  const deleted = keep ? [...keys].filter((key) => changes.get(key) === null) : [];
  if (keep && deleted.length > 0) {
    const kept = await keep(deleted, async (key) => overtaken.get(key) ?? (await store.read(key)));
    for (const { key, value } of kept) changes.set(key, value);
  }
  const growth = await growthOf({ changes, keys, absent, tree, fate, isWiped: wipe !== undefined });
  for (const { key, value } of growth?.changes ?? []) changes.set(key, value);
  for (const { key, value } of save.unlogged ?? []) changes.set(key, value);
  if (save.spent !== undefined) changes.set(keyPairKey(save.spent), null);
  if (save.record) changes.set(recordKey, JSON.stringify(save.record));
  const others = Array.from(changes, ([key, value]): Change => ({ key, value }));
  return { changes: [...forgotten, ...others, ...logged], texts, keys: [...keys], growth };
}

const none: ReadonlySet<string> = new Set();

/** What changes of the shared keys `keys`, of which the store has none of `absent`, do to the tree. */
function growthOf({
  changes,
  keys,
  absent,
  tree,
  fate,
  isWiped,
}: Readonly<{
  changes: ReadonlyMap<string, string | null>;
  keys: ReadonlySet<string>;
  absent: ReadonlySet<string>;
  tree: MerkleTree;
  fate: TreeFate;
  isWiped: boolean;
}>): Growth | Promise<Growth | undefined> | undefined {
  if (isWiped) return fate === "ends" ? tree.dropped() : tree.emptied();
  if (fate === "begins") return tree.begun();
  if (fate === "ends") return tree.dropped();
  if (keys.size === 0) return undefined;
  return tree.grown(
    Array.from(keys, (key): Change => ({ key, value: changes.get(key) ?? null })),
    absent,
  );
}

/**
 * What makes the interval of `page` in `store` equal to the page, and which keys of it the store has not. What is equal already is left alone. Only the values of keys
 * that the page has are read, one after the other: others may be large, and beyond the page there may be many.
 */
async function differences(
  { after, through, items }: Page,
  store: Store,
): Promise<Readonly<{ changes: readonly Change[]; absent: ReadonlySet<string> }>> {
  const wanted = new Map(items);
  const absent = new Set(wanted.keys());
  const changes: Change[] = [];
  let last = after;
  for (;;) {
    const own = await store.range({ prefix: sharedPrefix, after: last, limit: chunkKeys, keysOnly: true });
    for (const [key] of own) {
      if (through !== null && key > through) break;
      absent.delete(key);
      if (!wanted.has(key)) changes.push({ key, value: null });
      else if (wanted.get(key) === (await store.read(key))) wanted.delete(key);
    }
    last = own.at(-1)?.[0] ?? last;
    if (own.length < chunkKeys || (through !== null && last >= through)) break;
  }
  return { changes: [...changes, ...Array.from(wanted, ([key, value]) => ({ key, value }))], absent };
}
