/** A DER element: its tag and content. `rest` are the bytes that follow the element. */
export type DerElement = Readonly<{ tag: number; content: Uint8Array; rest: Uint8Array }>;

/**
 * Parses the first element of `bytes`. Returns undefined if `bytes` do not begin with a complete element. Source: ITU-T
 * X.690, 8.1 and 10.1.
 */
export function derElement(bytes: Uint8Array): DerElement | undefined {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return undefined;
  const count = Math.max(first - 0x80, 0);
  // 0x80 is an indefinite length, which exists in BER but not in DER.
  if (first === 0x80) return undefined;
  const digits = bytes.subarray(2, 2 + count);
  const length = count === 0 ? first : digits.reduce((sum, digit) => sum * 256 + digit, 0);
  // DER requires the shortest form of a length.
  if (count > 0 && (length < 0x80 || digits[0] === 0)) return undefined;
  const start = 2 + count;
  if (bytes.length < start + length) return undefined;
  return { tag, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}
