import type { Cryptography } from "../../ports/cryptography.ts";

/** Numbers of 32 bits that a digest consists of. */
const lanes = 8;

/** Hexadecimal digits of one of them. */
const laneDigits = 8;

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
  return parsed(cryptography.sha256(`${key.length} ${key}${value}`));
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
  return digest.every((lane) => lane === 0);
}

/** A digest as it is stored: 64 hexadecimal digits. */
export function spelled(digest: Digest): string {
  let text = "";
  for (const lane of digest) text += lane.toString(16).padStart(laneDigits, "0");
  return text;
}

/** What {@link spelled} made of a digest. */
export function parsed(text: string): Digest {
  const digest = zero();
  for (let lane = 0; lane < lanes; lane++) {
    digest[lane] = Number.parseInt(text.slice(lane * laneDigits, (lane + 1) * laneDigits), 16);
  }
  return digest;
}

/** Numbers of a digest that are sent: 96 bits tell two sets apart that differ by chance. */
const sentLanes = 3;

/** Characters of a digest as it is sent. */
export const sentCharacters = 16;

/** A digest as it is sent to be compared: base64 of its first numbers, the highest byte of each first. */
export function shortened(digest: Digest): string {
  const bytes = new Uint8Array(sentLanes * 4);
  const view = new DataView(bytes.buffer);
  for (let lane = 0; lane < sentLanes; lane++) view.setUint32(lane * 4, digest[lane] ?? 0);
  return bytes.toBase64();
}
