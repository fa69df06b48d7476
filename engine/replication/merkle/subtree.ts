import { ownerOf } from "../../core/storage/key-owner.ts";
import { corePrefix, mountPrefix } from "../../core/storage/part-storage.ts";
import { sharedPrefix } from "../protocol/entry.ts";
import type { Filtered } from "../protocol/filtered.ts";

/**
 * A part of the Merkle tree that a paths filter includes or excludes as a whole: the data of one mount
 * or namespace; "" stands for keys that belong to neither. A name of the form `<owner>+<other>` stands
 * for the data that the first mount or namespace stores about the second.
 */
export type Subtree = string;

export function subtreeOf(key: string): Subtree {
  const known = ownerOf(key);
  if (!known) return "";
  return known.recordOf === undefined ? known.owner : `${known.owner}+${known.recordOf}`;
}

export function isIncluded(subtree: Subtree, filtered: Filtered): boolean {
  if (filtered.length === 0) return true;
  const names = subtree.split("+");
  return !filtered.some(({ name }) => names.includes(name));
}

/** Returns the key prefix of the keys of `subtree`. Keys of other subtrees may have the same prefix. */
export function keysOf(subtree: Subtree): string {
  const [owner = ""] = subtree.split("+");
  const [kind, id] = owner.split("/");
  if (id === undefined) return sharedPrefix;
  return kind === "mount" ? mountPrefix(id) : corePrefix(id);
}
