import { createHash, createHmac, hash } from "node:crypto";

const [blockBytes, digestBytes] = [64, 32];

const shortCharacters = 1024;

type Pads = Readonly<{ inner: Buffer; outer: Buffer }>;

const pads = new Map<string, Pads>();
const maxKeys = 64;

const [inner, outer] = [Buffer.alloc(blockBytes + 3 * shortCharacters), Buffer.alloc(blockBytes + digestBytes)];

/**
 * Returns the HMAC-SHA256 of a text as 64 hexadecimal digits. For short texts, two calls of `hash` are faster than an
 * HMAC object.
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
  const created = { inner: block.map((byte) => byte ^ 0x36), outer: block.map((byte) => byte ^ 0x5c) } as Pads;
  pads.set(key, created);
  return created;
}
