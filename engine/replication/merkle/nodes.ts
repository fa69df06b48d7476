import type { Store } from "../../ports/store.ts";
import { bucketDigits, childDigits } from "./bucket.ts";
import { add, type Digest, parsed, shortened, zero } from "./digest.ts";
import type { Subtree } from "./subtree.ts";
import { bucketKey, bucketsPrefix } from "./tree-keys.ts";

const chunkBuckets = 512;

/** A node of the tree. It contains the buckets of the subtree whose names begin with `prefix`. */
export type TreeNode = readonly [subtree: Subtree, prefix: string];

/**
 * Reads the names and digests of the non-empty children of a node. `pause` is awaited between
 * reads, so that other tasks run.
 */
export async function childrenOf(
  [subtree, prefix]: TreeNode,
  store: Store,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const digits = Math.min(childDigits(prefix), bucketDigits);
  const sums = new Map<string, Digest>();
  const nameAt = bucketsPrefix.length + subtree.length + 1;
  for (let after = ""; ; await pause()) {
    const found = await store.range({ prefix: bucketKey(subtree, prefix), after, limit: chunkBuckets });
    for (const [key, text] of found) {
      const child = key.slice(nameAt, nameAt + digits);
      const sum = sums.get(child) ?? zero();
      sums.set(child, sum);
      add(sum, parsed(text));
    }
    after = found.at(-1)?.[0] ?? "";
    if (found.length < chunkBuckets) break;
  }
  return new Map(Array.from(sums, ([child, sum]) => [child, shortened(sum)]));
}
