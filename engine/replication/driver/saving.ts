import type { Change, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import { type Page, sharedPrefix } from "../machine/entry.ts";
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
}>;

/** What `save` means for `store` as it is now: one batch, in which each key stands once, but for log keys that are deleted first. */
export async function batchOf(save: Save, store: Store): Promise<Batched> {
  const { unlogged = [], entries, page, forget, wipe, record } = save;
  // A cluster on its own: what it writes is what is stored.
  if (!entries && !page && !forget && !wipe && !record) return { changes: unlogged, texts: [], keys: [] };
  const changes = new Map<string, string | null>();
  const keys = new Set<string>();
  const texts: string[] = [];
  // Each number is given once: looking for the same log key again would cost more than all the rest.
  const logged: Change[] = [];
  if (save.wipe) {
    const spared = save.wipe.but === undefined ? undefined : keyPairKey(save.wipe.but);
    for (const [key] of await store.range({ prefix: "", keysOnly: true })) if (key !== spared) changes.set(key, null);
  }
  if (save.forget) {
    for (let index = save.forget.after + 1; index <= save.forget.through; index++) changes.set(logKey(index), null);
  }
  for (const entry of save.entries ?? []) {
    const text = JSON.stringify(entry);
    texts.push(text);
    logged.push({ key: logKey(entry.index), value: text });
    for (const { key, value } of entry.changes) {
      changes.set(key, value);
      keys.add(key);
    }
  }
  if (save.page) {
    for (const { key, value } of await differences(save.page, store)) {
      changes.set(key, value);
      keys.add(key);
    }
  }
  for (const { key, value } of save.unlogged ?? []) changes.set(key, value);
  if (save.spent !== undefined) changes.set(keyPairKey(save.spent), null);
  if (save.record) changes.set(recordKey, JSON.stringify(save.record));
  const others = Array.from(changes, ([key, value]): Change => ({ key, value }));
  return { changes: [...others, ...logged], texts, keys: [...keys] };
}

/**
 * What makes the interval of `page` in `store` equal to the page. What is equal already is left alone. Only the values of keys that the page has
 * are read, one after the other: others may be large, and beyond the page there may be many.
 */
async function differences({ after, through, items }: Page, store: Store): Promise<readonly Change[]> {
  const wanted = new Map(items);
  const changes: Change[] = [];
  let last = after;
  for (;;) {
    const own = await store.range({ prefix: sharedPrefix, after: last, limit: chunkKeys, keysOnly: true });
    for (const [key] of own) {
      if (through !== null && key > through) break;
      if (!wanted.has(key)) changes.push({ key, value: null });
      else if (wanted.get(key) === (await store.read(key))) wanted.delete(key);
    }
    last = own.at(-1)?.[0] ?? last;
    if (own.length < chunkKeys || (through !== null && last >= through)) break;
  }
  return [...changes, ...[...wanted].map(([key, value]) => ({ key, value }))];
}
