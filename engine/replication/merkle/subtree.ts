import { ownerOf } from "../../core/storage/key-owner.ts";
import { corePrefix, mountPrefix } from "../../core/storage/part-storage.ts";
import { sharedPrefix } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";

/**
 * A part of the Merkle tree that a paths filter denies or allows as a whole: what one mount or namespace stored, or, with a `+` between
 * the two names, what it stored about another mount or namespace.
 */
export type Subtree = string;

/** The subtree that a shared key is in. */
export function subtreeOf(key: string): Subtree {
  const known = ownerOf(key);
  if (!known) return "";
  return known.recordOf === undefined ? known.owner : `${known.owner}+${known.recordOf}`;
}

/** Whether a secondary with this filter state gets what is in `subtree`. */
export function isIncluded(subtree: Subtree, filtered: Filtered): boolean {
  if (filtered.length === 0) return true;
  const names = subtree.split("+");
  return !filtered.some(({ name }) => names.includes(name));
}

/** Where the keys of `subtree` begin among the shared keys. Keys of other subtrees may stand between them. */
export function keysOf(subtree: Subtree): string {
  const [owner = ""] = subtree.split("+");
  const [kind, id] = owner.split("/");
  if (id === undefined) return sharedPrefix;
  return kind === "mount" ? mountPrefix(id) : corePrefix(id);
}
