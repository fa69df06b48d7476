import type { Store } from "../../ports/store.ts";
import { bucketOf } from "./bucket.ts";
import { shortened } from "./digest.ts";
import { keysOf, type Subtree, subtreeOf } from "./subtree.ts";
import type { MerkleTree } from "./tree.ts";

/** Keys that are looked at at once, and in all for one answer: what was asked for is said again for the next. */
const chunkKeys = 512;
const maxLooked = 131_072;

/** Keys in one answer at most, and characters after which it takes no more, as keys may be long: with their digests half a frame. */
const maxLeaves = 4096;
const maxCharacters = 1024 * 1024;

/** Which keys of a subtree: those after `after` that are in one of `buckets`, or all where that is null. */
export type LeavesWanted = Readonly<{ subtree: Subtree; buckets: readonly string[] | null; after: string }>;

/** The keys and digests after the key that was asked for up to and with `through`, null for the last. */
export type Leaves = Readonly<{ through: string | null; items: readonly (readonly [key: string, digest: string])[] }>;

/** What `store` holds of what is wanted, up to the key `until` where that is given; `null` stands for the last one. */
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
