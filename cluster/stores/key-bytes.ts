/**
 * Encodes a key as bytes that sort like keys. Keys sort by UTF-16 code unit and databases compare
 * bytes; in plain UTF-8 these differ: U+1F600 sorts after U+FF5E as bytes and before it as code
 * units. Each half of a surrogate pair is therefore encoded on its own, as three bytes (CESU-8,
 * Unicode Technical Report 26). Lone halves are kept. The byte 0xff never occurs.
 */
export function bytesOfKey(key: string): Buffer {
  if (!surrogate.test(key)) return Buffer.from(key, "utf8");
  const pieces = key.split(/([\ud800-\udfff])/);
  return Buffer.concat(
    pieces.map((piece, index) => (index % 2 === 0 ? Buffer.from(piece, "utf8") : encodeHalf(piece))),
  );
}

/** Decodes a key encoded by {@link bytesOfKey}. */
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
 * Returns the bounds of a range as bytes: after `from`, or at it if `inclusive`, and before `to`.
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
