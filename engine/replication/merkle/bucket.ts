/**
 * Number of hexadecimal digits in a bucket's name. A subtree has at most 65,536 buckets, so in a subtree of a million
 * keys a bucket has about 15 keys.
 */
export const bucketDigits = 4;

const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

/**
 * Returns the bucket of a key as four hexadecimal digits: FNV-1a of its UTF-16 units, mixed as in
 * MurmurHash3, so that similar keys get different buckets.
 */
export function bucketOf(key: string): string {
  let hash = fnvOffset;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), fnvPrime);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 16).toString(16).padStart(bucketDigits, "0");
}

/**
 * Returns the number of digits in the names of the children of the node `prefix`: 2 for the root's children, otherwise
 * one more than in `prefix`.
 */
export function childDigits(prefix: string): number {
  return prefix === "" ? 2 : prefix.length + 1;
}
