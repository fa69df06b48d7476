import { assert } from "../../api/errors/assert.ts";
import type { ReplicaObserver } from "../../core/storage/replica-observer.ts";
import type { Change, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import type { Replica } from "../machine/state.ts";
import type { MerkleTree, TreeUpdate } from "../merkle/tree.ts";
import { type Entry, type Page, sharedPrefix } from "../protocol/entry.ts";
import { keyPairKey } from "./key-pairs.ts";
import { logKey } from "./write-log.ts";

export const recordKey = "local/replication/record";

const chunkKeys = 512;

export type SavePlan = Readonly<{
  changes: readonly Change[];
  texts: readonly string[];
  /** The shared keys that the batch changes; empty for writes without replication. */
  keys: readonly string[];
  treeUpdate: TreeUpdate | undefined;
}>;

/**
 * Effect of a transition on the Merkle tree. The tree is built when the cluster begins a replication set, and dropped
 * when the cluster leaves it. A new secondary begins with an empty tree.
 */
export type TreeTransition = "build" | "drop" | "keep";

export function treeTransition(before: Replica, next: Replica): TreeTransition {
  if (before.role === "disabled" && next.role === "primary") return "build";
  return before.role !== "disabled" && next.role === "disabled" ? "drop" : "keep";
}

export type SaveContext = Readonly<{
  store: Store;
  tree: MerkleTree;
  treeTransition: TreeTransition;
  role: Replica["role"];
  observer: Pick<ReplicaObserver, "beforeDeletion" | "beforeWipe">;
}>;

/**
 * Plans `save` over the current content of the store. Each part of a save is planned separately; where two parts change
 * the same key, the later part counts.
 */
export async function planSave(save: Save, context: SaveContext): Promise<SavePlan> {
  const { unlogged = [], entries = [], page, values = [], forget, wipe, record, usedKeyPair } = save;
  // A cluster without replication stores exactly its writes.
  if (!save.entries && !page && !save.values && !forget && !wipe && !record)
    return { changes: unlogged, texts: [], keys: [], treeUpdate: undefined };
  const log = planLog(entries, forget);
  const wiped = wipe ? await planWipe(wipe, context) : [];
  const replaced = page ? await planPage(page, context.store) : unchanged;
  const copied = values.map(([key, value]): Change => ({ key, value }));
  const shared = merged(...entries.map(({ changes }) => changes), replaced.changes, copied);
  assert(!wipe || shared.length === 0, "a wipe is saved without other changes of shared keys");
  const deleted = shared.filter(({ value }) => value === null).map(({ key }) => key);
  const retained = await planDeletion(deleted, replacedIn(entries), context);
  const treeUpdate = await planTree(shared, { ...context, absent: replaced.absent, isWiped: wipe !== undefined });
  const others = merged(
    wiped,
    shared,
    retained,
    treeUpdate?.changes ?? [],
    unlogged,
    usedKeyPair === undefined ? [] : [{ key: keyPairKey(usedKeyPair), value: null }],
    record ? [{ key: recordKey, value: JSON.stringify(record) }] : [],
  );
  return {
    changes: [...log.forgotten, ...others, ...log.appended],
    texts: log.texts,
    keys: shared.map(({ key }) => key),
    treeUpdate,
  };
}

function merged(...lists: readonly (readonly Change[])[]): readonly Change[] {
  const values = new Map<string, string | null>();
  for (const list of lists) for (const { key, value } of list) values.set(key, value);
  return Array.from(values, ([key, value]) => ({ key, value }));
}

/** Log keys are not merged with the other changes: that would be slow. */
function planLog(entries: readonly Entry[], forget: Save["forget"]) {
  const texts: string[] = [];
  const appended: Change[] = [];
  const forgotten: Change[] = [];
  for (const entry of entries) {
    const text = JSON.stringify(entry);
    texts.push(text);
    appended.push({ key: logKey(entry.index), value: text });
  }
  if (forget)
    for (let index = forget.after + 1; index <= forget.through; index++)
      forgotten.push({ key: logKey(index), value: null });
  return { texts, appended, forgotten };
}

async function planWipe(
  wipe: NonNullable<Save["wipe"]>,
  { store, observer }: Pick<SaveContext, "store" | "observer">,
): Promise<readonly Change[]> {
  const spared = wipe.but === undefined ? undefined : keyPairKey(wipe.but);
  const changes: Change[] = [];
  for (const [key] of await store.range({ prefix: "", keysOnly: true }))
    if (key !== spared) changes.push({ key, value: null });
  // Under other keys, the key pair has to be encrypted again.
  const pair = wipe.keys !== undefined && spared !== undefined ? await store.read(spared) : undefined;
  if (spared !== undefined && pair !== undefined) changes.push({ key: spared, value: pair });
  return merged(changes, await observer.beforeWipe());
}

const unchanged = { changes: [], absent: new Set<string>() };

async function planPage(
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

function replacedIn(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const values = new Map<string, string | null>();
  const replaced = new Map<string, string>();
  for (const { changes } of entries) {
    for (const { key, value } of changes) {
      const before = value === null ? values.get(key) : undefined;
      if (typeof before === "string") replaced.set(key, before);
      values.set(key, value);
    }
  }
  return replaced;
}

async function planDeletion(
  deleted: readonly string[],
  replaced: ReadonlyMap<string, string>,
  { store, role, observer }: Pick<SaveContext, "store" | "role" | "observer">,
): Promise<readonly Change[]> {
  if (role !== "secondary" || deleted.length === 0) return [];
  return observer.beforeDeletion(deleted, async (key) => replaced.get(key) ?? (await store.read(key)));
}

function planTree(
  changes: readonly Change[],
  {
    tree,
    treeTransition,
    absent,
    isWiped,
  }: Pick<SaveContext, "tree" | "treeTransition"> & Readonly<{ absent: ReadonlySet<string>; isWiped: boolean }>,
): TreeUpdate | Promise<TreeUpdate | undefined> | undefined {
  if (isWiped) return treeTransition === "drop" ? tree.drop() : tree.empty();
  if (treeTransition === "build") return tree.beginBuilding();
  if (treeTransition === "drop") return tree.drop();
  return changes.length === 0 ? undefined : tree.updateFor(changes, absent);
}
