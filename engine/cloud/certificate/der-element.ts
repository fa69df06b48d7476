/** One element of DER: its tag, what is in it, and what comes after it. */
export type DerElement = Readonly<{ tag: number; content: Uint8Array; rest: Uint8Array }>;

/** The first element of `bytes`, or undefined when they do not begin with a whole one. Source: ITU-T X.690, 8.1 and 10.1. */
export function derElement(bytes: Uint8Array): DerElement | undefined {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return undefined;
  const count = Math.max(first - 0x80, 0);
  // 0x80 says that the end is marked, which BER knows and DER does not.
  if (first === 0x80) return undefined;
  const digits = bytes.subarray(2, 2 + count);
  const length = count === 0 ? first : digits.reduce((sum, digit) => sum * 256 + digit, 0);
  // DER spells a length in one way: the shortest.
  if (count > 0 && (length < 0x80 || digits[0] === 0)) return undefined;
  const start = 2 + count;
  if (bytes.length < start + length) return undefined;
  return { tag, content: bytes.subarray(start, start + length), rest: bytes.subarray(start + length) };
}
