import { z } from "zod";
import type { Subtree } from "./subtree.ts";

/** Prefix of the keys of the Merkle tree. They are local: each cluster stores its own tree. */
export const treePrefix = "local/replication/merkle/";

export const treeRecordKey = `${treePrefix}record`;

export const subtreesPrefix = `${treePrefix}subtree/`;

export const bucketsPrefix = `${treePrefix}bucket/`;

/** Returns the key prefix of the digests of those buckets of `subtree` whose names begin with `prefix`. */
export function bucketKey(subtree: Subtree, prefix: string): string {
  return `${bucketsPrefix}${subtree}#${prefix}`;
}

export function bucketNamed(key: string): Readonly<{ subtree: Subtree; bucket: string }> {
  const at = key.lastIndexOf("#");
  return { subtree: key.slice(bucketsPrefix.length, at), bucket: key.slice(at + 1) };
}

export const storedSubtree = z.object({ keys: z.int(), digest: z.string() }).readonly();

/**
 * Progress of building a tree: it contains all keys up to `after`. With `clearing`, the parts of an earlier tree are
 * being deleted first.
 */
const building = z
  .object({ after: z.string(), done: z.int(), total: z.int(), clearing: z.literal(true).optional() })
  .readonly();

/** State of the tree, and the results of checks. Times are in milliseconds since 1970; 0 means never. */
export const treeRecord = z
  .object({
    building: building.nullable(),
    reindexedAt: z.number(),
    checkedAt: z.number(),
    corrupted: z.boolean(),
  })
  .readonly();
export type TreeRecord = z.infer<typeof treeRecord>;
