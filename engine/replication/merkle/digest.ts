import type { Cryptography } from "../../ports/cryptography.ts";

/** Number of 32-bit words of a digest. */
const lanes = 8;

/** Buffer in which digests are serialized: each write needs one, and should allocate nothing. */
const scratch = new Uint8Array(4 * lanes);
const view = new DataView(scratch.buffer);

/**
 * Digest of a set of keys and values: the sum of the SHA-256 of each, in eight lanes of 32 bits. A
 * key that is added, removed or changed costs one addition, in any order, and the digest of several
 * sets is the sum of their digests.
 */
export type Digest = Uint32Array;

/** Returns the digest of the empty set. */
export function zero(): Digest {
  return new Uint32Array(lanes);
}

/** Returns the digest of one key and its value. */
export function leafDigest(key: string, value: string, cryptography: Pick<Cryptography, "sha256">): Digest {
  return parsed(cryptography.sha256([`${key.length} ${key}`, value]));
}

/** Adds `other` to `digest`. */
export function add(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) + (other[lane] ?? 0);
}

/** Subtracts `other` from `digest`. */
export function subtract(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) - (other[lane] ?? 0);
}

export function isZero(digest: Digest): boolean {
  for (let lane = 0; lane < lanes; lane++) if (digest[lane] !== 0) return false;
  return true;
}

/** Returns a digest as it is stored: 64 hexadecimal digits. */
export function serialized(digest: Digest): string {
  for (let lane = 0; lane < lanes; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.toHex();
}

/** Parses the text that {@link serialized} returned. */
export function parsed(text: string): Digest {
  const digest = zero();
  scratch.setFromHex(text);
  for (let lane = 0; lane < lanes; lane++) digest[lane] = view.getUint32(lane * 4);
  return digest;
}

/** Bytes of a digest that are sent: 96 bits distinguish sets that differ by chance. */
const sentBytes = 12;

/** Characters of a digest as it is sent. */
export const sentCharacters = 16;

/** Returns a digest as it is sent: base64 of its first words, the highest byte of each first. */
export function shortened(digest: Digest): string {
  for (let lane = 0; lane < sentBytes / 4; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.subarray(0, sentBytes).toBase64();
}
