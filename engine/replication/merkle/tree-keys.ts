import { z } from "zod";
import type { Subtree } from "./subtree.ts";

/** Where the Merkle tree of the shared keys is stored: with each cluster its own, of what it has. */
export const treePrefix = "local/replication/merkle/";

/** The record of how far the tree is. */
export const treeRecordKey = `${treePrefix}record`;

/** The digest and the number of keys of each subtree. */
export const subtreesPrefix = `${treePrefix}subtree/`;

/** The digest of each bucket that is not empty. */
export const bucketsPrefix = `${treePrefix}bucket/`;

/** Where the digests of those buckets of `subtree` are whose names begin with `prefix`. */
export function bucketKey(subtree: Subtree, prefix: string): string {
  return `${bucketsPrefix}${subtree}#${prefix}`;
}

/** The name of a bucket's subtree and its own, by the key under which its digest is stored. */
export function bucketNamed(key: string): Readonly<{ subtree: Subtree; bucket: string }> {
  const at = key.lastIndexOf("#");
  return { subtree: key.slice(bucketsPrefix.length, at), bucket: key.slice(at + 1) };
}

/** What is stored of a subtree. */
export const storedSubtree = z.object({ keys: z.int(), digest: z.string() }).readonly();

/** Building a tree: all keys up to `after` are in it. With `clearing` what is stored of an earlier one is deleted first. */
const building = z
  .object({ after: z.string(), done: z.int(), total: z.int(), clearing: z.literal(true).optional() })
  .readonly();

/** How far the tree is, and what was found out about it. Times are in milliseconds since 1970, 0 for never. */
export const treeRecord = z
  .object({
    building: building.nullable(),
    reindexedAt: z.number(),
    checkedAt: z.number(),
    corrupted: z.boolean(),
  })
  .readonly();
export type TreeRecord = z.infer<typeof treeRecord>;
