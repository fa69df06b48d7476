import type { Store } from "../../ports/store.ts";
import { sharedPrefix } from "../protocol/entry.ts";
import { bucketOf } from "./bucket.ts";
import { add, type Digest, isZero, serialized, zero } from "./digest.ts";
import { type Subtree, subtreeOf } from "./subtree.ts";
import type { MerkleTree, TreeUpdate } from "./tree.ts";
import { bucketKey, bucketNamed, bucketsPrefix } from "./tree-keys.ts";

const stepKeys = 512;

type Corrupted = Readonly<{ subtree: Subtree; bucket: string }>;

/** Result of a check: buckets and subtrees whose stored digest is not that of the stored keys. */
export type TreeReport = Readonly<{
  isCorrupted: boolean;
  buckets: readonly Corrupted[];
  subtrees: readonly Subtree[];
}>;

type Between = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * Computes the Merkle tree from the stored keys, and compares it with the stored tree. Writes continue meanwhile: a
 * change of a key that was already examined is also applied to the computed tree.
 */
export class TreeCheck {
  readonly #store: Store;
  readonly #tree: MerkleTree;
  readonly #unwatch: () => void;
  readonly #computed = new Map<string, Digest>();
  #examined = "";

  constructor({ store, tree }: Readonly<{ store: Store; tree: MerkleTree }>) {
    this.#store = store;
    this.#tree = tree;
    this.#unwatch = tree.watch((growth) => this.#apply(growth));
  }

  async run({ between, pause }: Readonly<{ between: Between; pause: () => Promise<void> }>): Promise<TreeReport> {
    while (await between(() => this.#examineNext())) await pause();
    const buckets: Corrupted[] = [];
    const stored = new Set<string>();
    for (let after: string | undefined = ""; after !== undefined; ) {
      after = await between(() => this.#compareStored(after ?? "", { stored, buckets }));
      if (after !== undefined) await pause();
    }
    const subtrees = await between(async () => {
      for (const [key, digest] of this.#computed) {
        const isThere = stored.has(key) || (await this.#store.read(key)) !== undefined;
        if (!isThere && !isZero(digest)) buckets.push(bucketNamed(key));
      }
      return this.#wrongSums();
    });
    return { isCorrupted: buckets.length > 0 || subtrees.length > 0, buckets, subtrees };
  }

  end(): void {
    this.#unwatch();
  }

  #apply({ shifts, replacesTree }: TreeUpdate): void {
    if (replacesTree) return;
    for (const { key, subtree, bucket, by } of shifts)
      if (key <= this.#examined) this.#count(bucketKey(subtree, bucket), by);
  }

  #count(bucket: string, by: Digest): void {
    const digest = this.#computed.get(bucket) ?? zero();
    this.#computed.set(bucket, digest);
    add(digest, by);
  }

  async #examineNext(): Promise<boolean> {
    const range = { prefix: sharedPrefix, after: this.#examined, limit: stepKeys, keysOnly: true };
    const found = await this.#store.range(range);
    for (const [key] of found) {
      const digest = await this.#tree.leaf(key).catch(() => undefined);
      this.#examined = key;
      if (digest) this.#count(bucketKey(subtreeOf(key), bucketOf(key)), digest);
    }
    if (found.length === stepKeys) return true;
    this.#examined = endOfShared;
    return false;
  }

  async #compareStored(
    after: string,
    { stored, buckets }: Readonly<{ stored: Set<string>; buckets: Corrupted[] }>,
  ): Promise<string | undefined> {
    const found = await this.#store.range({ prefix: bucketsPrefix, after, limit: stepKeys });
    for (const [key, text] of found) {
      stored.add(key);
      if (text !== serialized(this.#computed.get(key) ?? zero())) buckets.push(bucketNamed(key));
    }
    return found.length === stepKeys ? found.at(-1)?.[0] : undefined;
  }

  #wrongSums(): readonly Subtree[] {
    const sums = new Map<Subtree, Digest>(this.#tree.subtrees([]).map(([subtree]) => [subtree, zero()]));
    for (const [key, digest] of this.#computed) {
      const { subtree } = bucketNamed(key);
      const sum = sums.get(subtree) ?? zero();
      sums.set(subtree, sum);
      add(sum, digest);
    }
    const kept = new Map(this.#tree.subtrees([]));
    return [...sums]
      .filter(([subtree, sum]) => serialized(kept.get(subtree) ?? zero()) !== serialized(sum))
      .map(([name]) => name);
  }
}

const endOfShared = `${sharedPrefix.slice(0, -1)}0`;
