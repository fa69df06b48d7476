import type { Cryptography } from "../../ports/cryptography.ts";

const lanes = 8;

/** Buffer in which digests are serialized. It is reused, because every write serializes a digest. */
const scratch = new Uint8Array(4 * lanes);
const view = new DataView(scratch.buffer);

/**
 * Digest of a set of keys and values: the sum of the SHA-256 digests of its members, as eight separate 32-bit sums.
 * Adding, removing or changing keys takes only additions and subtractions, in any order. The digest of a union of
 * disjoint sets is the sum of their digests.
 */
export type Digest = Uint32Array;

export function zero(): Digest {
  return new Uint32Array(lanes);
}

export function leafDigest(key: string, value: string, cryptography: Pick<Cryptography, "sha256">): Digest {
  return parsed(cryptography.sha256([`${key.length} ${key}`, value]));
}

export function add(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) + (other[lane] ?? 0);
}

export function subtract(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) - (other[lane] ?? 0);
}

export function isZero(digest: Digest): boolean {
  for (let lane = 0; lane < lanes; lane++) if (digest[lane] !== 0) return false;
  return true;
}

export function serialized(digest: Digest): string {
  for (let lane = 0; lane < lanes; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.toHex();
}

export function parsed(text: string): Digest {
  const digest = zero();
  scratch.setFromHex(text);
  for (let lane = 0; lane < lanes; lane++) digest[lane] = view.getUint32(lane * 4);
  return digest;
}

/** Number of bytes of a digest that are sent: 96 bits suffice to detect differences that are not forged. */
const sentBytes = 12;

export const sentCharacters = 16;

/** Returns the digest in the form in which it is sent: base64 of the big-endian bytes of its first words. */
export function shortened(digest: Digest): string {
  for (let lane = 0; lane < sentBytes / 4; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.subarray(0, sentBytes).toBase64();
}
