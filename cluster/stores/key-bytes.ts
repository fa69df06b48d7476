/**
 * Encodes a key as bytes. Encoded keys sort like keys, by UTF-16 code unit, which plain UTF-8 does not: U+1F600 is
 * greater than U+FF5E as bytes, but less by code unit. Therefore each half of a surrogate pair is encoded separately,
 * in three bytes (CESU-8, Unicode Technical Report 26). The byte 0xff never occurs.
 */
export function bytesOfKey(key: string): Buffer {
  if (!surrogate.test(key)) return Buffer.from(key, "utf8");
  const pieces = key.split(/([\ud800-\udfff])/);
  return Buffer.concat(
    pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece, "utf8") : encodeHalf(piece))),
  );
}

export function keyOfBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let key = "";
  let start = 0;
  for (let at = buffer.indexOf(lead); at !== -1; at = buffer.indexOf(lead, at + 1)) {
    const [middle = 0, last = 0] = buffer.subarray(at + 1, at + 3);
    // Smaller values are the letters U+D000 to U+D7FF, which are encoded as in UTF-8.
    if (middle < 0xa0) continue;
    key += buffer.toString("utf8", start, at) + String.fromCharCode(0xd000 | ((middle & 0x3f) << 6) | (last & 0x3f));
    start = at + 3;
  }
  return key + buffer.toString("utf8", start);
}

/**
 * Returns the encoded bounds of a range: keys greater than `from`, or also equal if `inclusive`, and less than `to`.
 */
export function boundsOf(prefix: string, after: string): Readonly<{ from: Buffer; inclusive: boolean; to: Buffer }> {
  const start = bytesOfKey(prefix);
  const to = Buffer.concat([start, Buffer.of(0xff)]);
  return after !== "" && after >= prefix
    ? { from: bytesOfKey(after), inclusive: false, to }
    : { from: start, inclusive: true, to };
}

const surrogate = /[\ud800-\udfff]/;
const lead = 0xed;

function encodeHalf(half: string): Buffer {
  const unit = half.charCodeAt(0);
  return Buffer.of(lead, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
