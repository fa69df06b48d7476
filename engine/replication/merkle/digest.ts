import type { Cryptography } from "../../ports/cryptography.ts";

/** Numbers of 32 bits that a digest consists of. */
const lanes = 8;

/** Where digests are spelt: what is asked for of every write should allocate nothing. */
const scratch = new Uint8Array(4 * lanes);
const view = new DataView(scratch.buffer);

/**
 * The digest of a set of keys and values: the sum of the SHA-256 of each, in eight lanes of 32 bits. So one that comes, goes or changes
 * costs one addition, in whatever order they came, and that of several sets is their sum.
 */
export type Digest = Uint32Array;

/** The digest of nothing. */
export function zero(): Digest {
  return new Uint32Array(lanes);
}

/** The digest of one key and its value. */
export function leafDigest(key: string, value: string, cryptography: Pick<Cryptography, "sha256">): Digest {
  return parsed(cryptography.sha256([`${key.length} ${key}`, value]));
}

/** Adds `other` to `digest`. */
export function add(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) + (other[lane] ?? 0);
}

/** Takes `other` out of `digest`. */
export function subtract(digest: Digest, other: Digest): void {
  for (let lane = 0; lane < lanes; lane++) digest[lane] = (digest[lane] ?? 0) - (other[lane] ?? 0);
}

export function isZero(digest: Digest): boolean {
  for (let lane = 0; lane < lanes; lane++) if (digest[lane] !== 0) return false;
  return true;
}

/** A digest as it is stored: 64 hexadecimal digits. */
export function serialized(digest: Digest): string {
  for (let lane = 0; lane < lanes; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.toHex();
}

/** What {@link serialized} made of a digest. */
export function parsed(text: string): Digest {
  const digest = zero();
  scratch.setFromHex(text);
  for (let lane = 0; lane < lanes; lane++) digest[lane] = view.getUint32(lane * 4);
  return digest;
}

/** Bytes of a digest that are sent: 96 bits tell two sets apart that differ by chance. */
const sentBytes = 12;

/** Characters of a digest as it is sent. */
export const sentCharacters = 16;

/** A digest as it is sent to be compared: base64 of its first numbers, the highest byte of each first. */
export function shortened(digest: Digest): string {
  for (let lane = 0; lane < sentBytes / 4; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return scratch.subarray(0, sentBytes).toBase64();
}
