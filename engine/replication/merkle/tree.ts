import type { Instant } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Change, Store } from "../../ports/store.ts";
import { sharedPrefix } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";
import { bucketOf } from "./bucket.ts";
import { add, type Digest, isZero, leafDigest, parsed, serialized, shortened, subtract, zero } from "./digest.ts";
import { isIncluded, type Subtree, subtreeOf } from "./subtree.ts";
import {
  bucketKey,
  storedSubtree,
  subtreesPrefix,
  type TreeRecord,
  treePrefix,
  treeRecord,
  treeRecordKey,
} from "./tree-keys.ts";

/** Maximum number of keys that are added in one step of building, or deleted in one step of clearing. */
const stepKeys = 512;
const stepCharacters = 1024 * 1024;

const rootDigits = 40;

type SubtreeSum = Readonly<{ keys: number; digest: Digest }>;

/**
 * A key that was added, removed or changed; the difference `by` that this makes to the digest of its bucket; and the
 * difference `keys` to the number of keys.
 */
export type LeafChange = Readonly<{ key: string; subtree: Subtree; bucket: string; by: Digest; keys: number }>;

/**
 * Effect of a batch on the tree. `changes` are committed together with the batch; then {@link MerkleTree.apply} is
 * called with the update.
 */
export type TreeUpdate = Readonly<{
  changes: readonly Change[];
  branches: ReadonlyMap<Subtree, SubtreeSum>;
  shifts: readonly LeafChange[];
  record: TreeRecord | null;
  replacesTree: boolean;
  /** True when parts of a dropped tree are still stored after the update. */
  hasRemains?: boolean;
}>;

type TreePorts = Readonly<{ store: Store; cryptography: Pick<Cryptography, "sha256"> }>;

/**
 * The Merkle tree of the shared keys. Its subtrees have up to 65,536 buckets of keys each. The digests
 * of buckets are stored in the batch that changes their keys; the digests of subtrees are also in
 * memory. A digest is a sum, so the digest of an inner node is computed from its buckets on request.
 */
export class MerkleTree {
  readonly #ports: TreePorts;
  readonly #branches = new Map<Subtree, SubtreeSum>();
  #record: TreeRecord | null = null;
  readonly #watchers = new Set<(growth: TreeUpdate) => void>();
  #completion = Promise.withResolvers<void>();
  #version = 0;
  #hasRemains = false;
  readonly #roots = new Map<Filtered, Readonly<{ version: number; root: string }>>();

  private constructor(ports: TreePorts) {
    this.#ports = ports;
  }

  static async open(ports: TreePorts): Promise<MerkleTree> {
    const tree = new MerkleTree(ports);
    const text = await ports.store.read(treeRecordKey);
    if (text === undefined) {
      tree.#hasRemains = (await tree.#stored()).length > 0;
      return tree;
    }
    tree.#record = treeRecord.parse(JSON.parse(text));
    if (tree.#record.building?.clearing) return tree;
    for (const [key, value] of await ports.store.range({ prefix: subtreesPrefix })) {
      const { keys, digest } = storedSubtree.parse(JSON.parse(value));
      tree.#branches.set(key.slice(subtreesPrefix.length), { keys, digest: parsed(digest) });
    }
    return tree;
  }

  get record(): TreeRecord | null {
    return this.#record;
  }

  get isComplete(): boolean {
    return this.#record !== null && this.#record.building === null;
  }

  async completed(): Promise<void> {
    if (!this.isComplete) await this.#completion.promise;
  }

  get keys(): number {
    return this.#branches.values().reduce((sum, { keys }) => sum + keys, 0);
  }

  /** Returns the root for a secondary with this filter, as 40 hexadecimal digits; "" while the tree is not complete. */
  root(filtered: Filtered): string {
    if (!this.isComplete) return "";
    const known = this.#roots.get(filtered);
    if (known?.version === this.#version) return known.root;
    const lines = this.subtrees(filtered).map(([subtree, digest]) => `${subtree} ${serialized(digest)}`);
    const root = this.#ports.cryptography.sha256(lines.join("\n")).slice(0, rootDigits);
    if (this.#roots.size >= maxRoots) this.#roots.clear();
    this.#roots.set(filtered, { version: this.#version, root });
    return root;
  }

  /** Returns the digests of the non-empty unfiltered subtrees, sorted by name. */
  subtrees(filtered: Filtered): readonly (readonly [Subtree, Digest])[] {
    return [...this.#branches]
      .filter(([subtree, { keys }]) => keys > 0 && isIncluded(subtree, filtered))
      .map(([subtree, { digest }]) => [subtree, digest] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
  }

  /** Returns the digest of a subtree in the form in which it is sent; "" for an empty subtree. */
  shortDigest(subtree: Subtree): string {
    const branch = this.#branches.get(subtree);
    return branch && branch.keys > 0 ? shortened(branch.digest) : "";
  }

  /**
   * Returns the effect of `changes` before they are stored; undefined if there is no tree or no change.
   * The changes must be of distinct shared keys. Keys in `absent` are known not to be stored.
   */
  async updateFor(changes: readonly Change[], absent: ReadonlySet<string> = none): Promise<TreeUpdate | undefined> {
    if (this.#record === null || changes.length === 0) return undefined;
    const { building } = this.#record;
    const counted = building === null ? changes : changes.filter(({ key }) => key <= building.after);
    let isDamaged = false;
    const shifts: LeafChange[] = [];
    for (const { key, value } of counted) {
      const old = absent.has(key) ? undefined : await this.#old(key);
      if (old === damaged) isDamaged = true;
      else if (old !== (value ?? undefined)) shifts.push(this.#shift(key, old, value ?? undefined));
    }
    const record = isDamaged && !this.#record.corrupted ? { ...this.#record, corrupted: true } : this.#record;
    return this.#growth(shifts, record);
  }

  /**
   * Returns the update that begins to build the tree anew: it adds the first stored keys, or, if
   * parts of an earlier tree are stored, deletes the first of these. `reindexedAt` is the time at
   * which an operator requested the rebuild.
   */
  async beginBuilding({ reindexedAt }: Readonly<{ reindexedAt?: Instant }> = {}): Promise<TreeUpdate> {
    const { checkedAt, ...before } = this.#record ?? never;
    const building = { after: "", done: 0, total: this.keys };
    const record = { building, reindexedAt: reindexedAt ?? before.reindexedAt, checkedAt, corrupted: false };
    const stored = await this.#stored();
    return stored.length === 0 ? this.#step(record, true) : this.#clearing(record, stored);
  }

  /** Returns the next step of building; undefined when the tree is complete or there is no tree. */
  async buildNext(): Promise<TreeUpdate | undefined> {
    if (!this.#record?.building) return undefined;
    if (this.#record.building.clearing) return this.#clearing(this.#record, await this.#stored());
    return this.#step(this.#record, false);
  }

  /** True when parts of a dropped tree are still to be deleted. */
  get hasRemains(): boolean {
    return this.#record === null && this.#hasRemains;
  }

  /** Returns the deletion of the next parts of a dropped tree; undefined when nothing is left. */
  async clearNext(): Promise<TreeUpdate | undefined> {
    return this.hasRemains ? this.drop() : undefined;
  }

  /**
   * Returns the update that begins an empty, complete tree, for a store that is being wiped. The wipe itself deletes
   * the stored parts of the tree.
   */
  empty(): TreeUpdate {
    return { ...nothing, changes: [recorded(empty)], record: empty, replacesTree: true };
  }

  /**
   * Returns the update that drops the tree. It deletes the record and the first keys of the tree; {@link
   * clearNext} deletes further keys.
   */
  async drop(): Promise<TreeUpdate> {
    const stored = await this.#stored();
    const isLast = stored.length < stepKeys;
    const changes = [{ key: treeRecordKey, value: null }, ...stored];
    return { ...nothing, changes, record: null, replacesTree: true, hasRemains: !isLast };
  }

  withRecord(record: TreeRecord): TreeUpdate {
    return { ...nothing, changes: [recorded(record)], record };
  }

  apply(growth: TreeUpdate): void {
    if (growth.replacesTree) this.#branches.clear();
    for (const [subtree, branch] of growth.branches) {
      if (branch.keys === 0) this.#branches.delete(subtree);
      else this.#branches.set(subtree, branch);
    }
    this.#record = growth.record;
    this.#hasRemains = growth.hasRemains === true;
    this.#version += 1;
    if (this.isComplete) {
      this.#completion.resolve();
      this.#completion = Promise.withResolvers();
    }
    for (const watcher of this.#watchers) watcher(growth);
  }

  watch(watcher: (growth: TreeUpdate) => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Returns the digest of `key` and its stored value; undefined when the key does not exist. */
  async leaf(key: string): Promise<Digest | undefined> {
    const value = await this.#ports.store.read(key);
    return value === undefined ? undefined : leafDigest(key, value, this.#ports.cryptography);
  }

  async #stored(): Promise<readonly Change[]> {
    const found = await this.#ports.store.range({ prefix: treePrefix, limit: stepKeys + 1, keysOnly: true });
    const keys = found.map(([key]) => key).filter((key) => key !== treeRecordKey);
    return keys.slice(0, stepKeys).map((key) => ({ key, value: null }));
  }

  #clearing(record: TreeRecord, stored: readonly Change[]): TreeUpdate {
    const { clearing: _, ...building } = record.building ?? { after: "", done: 0, total: 0 };
    const isLast = stored.length < stepKeys;
    const next: TreeRecord = { ...record, building: isLast ? building : { ...building, clearing: true } };
    return { ...nothing, changes: [...stored, recorded(next)], record: next, replacesTree: true };
  }

  async #step(record: TreeRecord, isFresh: boolean): Promise<TreeUpdate> {
    const { after = "", done = 0, total = 0 } = record.building ?? {};
    const { store } = this.#ports;
    const room = { limit: stepKeys, maxCharacters: stepCharacters };
    const found = await store.range({ prefix: sharedPrefix, after, ...room });
    const shifts = found.map(([key, value]) => this.#shift(key, undefined, value));
    const last = found.at(-1)?.[0] ?? after;
    const building = { after: last, done: done + found.length, total: Math.max(total, done + found.length) };
    const rest = { prefix: sharedPrefix, after: last, limit: 1, keysOnly: true };
    const isLast = found.length < stepKeys && (await store.range(rest)).length === 0;
    const next = { ...record, building: isLast ? null : building };
    return this.#growth(shifts, next, isFresh);
  }

  async #growth(shifts: readonly LeafChange[], record: TreeRecord, isFresh = false): Promise<TreeUpdate> {
    const branches = new Map<Subtree, { keys: number; digest: Digest }>();
    const buckets = new Map<string, Digest>();
    for (const { subtree, bucket, by, keys } of shifts) {
      const at = bucketKey(subtree, bucket);
      const digest = buckets.get(at) ?? (isFresh ? zero() : await this.#bucket(at));
      buckets.set(at, digest);
      add(digest, by);
      const branch = branches.get(subtree) ?? this.#copied(subtree, isFresh);
      branches.set(subtree, branch);
      add(branch.digest, by);
      branch.keys += keys;
    }
    const changes: Change[] = [];
    for (const [key, digest] of buckets) changes.push({ key, value: isZero(digest) ? null : serialized(digest) });
    for (const [subtree, { keys, digest }] of branches) {
      const value = keys === 0 ? null : JSON.stringify({ keys, digest: serialized(digest) });
      changes.push({ key: subtreesPrefix + subtree, value });
    }
    if (record !== this.#record) changes.push(recorded(record));
    return { changes, branches, shifts, record, replacesTree: isFresh };
  }

  #copied(subtree: Subtree, isFresh: boolean): { keys: number; digest: Digest } {
    const known = isFresh ? undefined : this.#branches.get(subtree);
    return known ? { keys: known.keys, digest: Uint32Array.from(known.digest) } : { keys: 0, digest: zero() };
  }

  async #bucket(key: string): Promise<Digest> {
    const stored = await this.#ports.store.read(key);
    return stored === undefined ? zero() : parsed(stored);
  }

  #shift(key: string, old: string | undefined, value: string | undefined): LeafChange {
    const { cryptography } = this.#ports;
    const by = value === undefined ? zero() : leafDigest(key, value, cryptography);
    if (old !== undefined) subtract(by, leafDigest(key, old, cryptography));
    const keys = (value === undefined ? 0 : 1) - (old === undefined ? 0 : 1);
    return { key, subtree: subtreeOf(key), bucket: bucketOf(key), by, keys };
  }

  async #old(key: string): Promise<string | undefined | typeof damaged> {
    try {
      return await this.#ports.store.read(key);
    } catch {
      return damaged;
    }
  }
}

const none: ReadonlySet<string> = new Set();
const damaged = Symbol("a value that cannot be read");

const maxRoots = 512;

const never = { reindexedAt: 0, checkedAt: 0 };
const empty: TreeRecord = { building: null, ...never, corrupted: false };
const nothing = { branches: new Map(), shifts: [], replacesTree: false };

function recorded(record: TreeRecord): Change {
  return { key: treeRecordKey, value: JSON.stringify(record) };
}
