/**
 * Hexadecimal digits of a bucket's name: a subtree has at most 65,536 buckets, so a subtree of a
 * million keys has about 15 keys in each.
 */
export const bucketDigits = 4;

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

/**
 * Returns the bucket of a key as four hexadecimal digits: FNV-1a of its UTF-16 units, mixed as in
 * MurmurHash3, so that similar names are far apart. A client that chooses keys of one bucket only
 * makes comparisons slower.
 */
export function bucketOf(key: string): string {
  let hash = fnvOffset;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), fnvPrime);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 16).toString(16).padStart(bucketDigits, "0");
}

/**
 * Returns the number of digits of the names of a node's children. The first level has more: with
 * few keys it leads to the buckets at once.
 */
export function childDigits(prefix: string): number {
  return prefix === "" ? 2 : prefix.length + 1;
}
