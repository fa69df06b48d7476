import type { Store } from "../../ports/store.ts";
import { bucketOf } from "./bucket.ts";
import { shortened } from "./digest.ts";
import { keysOf, type Subtree, subtreeOf } from "./subtree.ts";
import type { MerkleTree } from "./tree.ts";

const chunkKeys = 512;

/** Number of examined keys from which on a reply ends; the secondary requests the rest later. */
const maxLooked = 131_072;

/** Number of keys in a reply from which on no further keys are read. */
const maxLeaves = 4096;

/** Number of characters after which no further key is added to a reply. */
const maxCharacters = 1024 * 1024;

/** Selects the keys of a subtree that sort after `after` and are in one of `buckets`; null selects all buckets. */
export type LeavesWanted = Readonly<{ subtree: Subtree; buckets: readonly string[] | null; after: string }>;

/**
 * The selected keys up to and including `through`, with their digests; `through` is null if no keys
 * follow.
 */
export type Leaves = Readonly<{ through: string | null; items: readonly (readonly [key: string, digest: string])[] }>;

/**
 * Reads the selected keys in `store` up to and including the key `until`; null means up to the last
 * key. Without `until`, stops when a reply is full or enough keys are examined.
 */
export async function leavesOf(
  { subtree, buckets, after }: LeavesWanted,
  {
    store,
    tree,
    pause,
    until,
  }: Readonly<{ store: Store; tree: MerkleTree; pause: () => Promise<void>; until?: string | null }>,
): Promise<Leaves> {
  const names = buckets === null ? undefined : new Set(buckets);
  const items: (readonly [string, string])[] = [];
  let last = after;
  let characters = 0;
  for (let looked = 0; ; await pause()) {
    const found = await store.range({ prefix: keysOf(subtree), after: last, limit: chunkKeys, keysOnly: true });
    for (const [key] of found) {
      if (typeof until === "string" && key > until) return { through: until, items };
      last = key;
      if (subtreeOf(key) !== subtree || (names && !names.has(bucketOf(key)))) continue;
      const digest = await tree.leaf(key);
      if (!digest) continue;
      items.push([key, shortened(digest)]);
      characters += key.length;
      if (until === undefined && characters >= maxCharacters) return { through: last, items };
    }
    looked += found.length;
    if (found.length < chunkKeys) return { through: null, items };
    const isEnough = until === undefined && (looked >= maxLooked || items.length >= maxLeaves);
    if (isEnough) return { through: last, items };
  }
}
