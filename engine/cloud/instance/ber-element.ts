/** One element of BER or DER. */
export type BerElement = Readonly<{
  /** The first byte: class, whether it is constructed, and number. Numbers above 30 are not known. */
  tag: number;
  /** What is in it, without an end mark. */
  content: Uint8Array;
  /** All of its bytes, as they were sent. */
  whole: Uint8Array;
  /** Whether its end is marked instead of its length told, which DER does not know. */
  indefinite: boolean;
}>;

/** Deeper than any signed message. */
const maxDepth = 16;
const constructed = 0x20;
/** The end of an element whose length is not told. */
const endMark = [0, 0] as const;

/** The elements that `bytes` are, one after the other. Throws an Error when they are anything else. Source: ITU-T X.690, 8.1. */
export function berElements(bytes: Uint8Array, depth = 0): readonly BerElement[] {
  const elements: BerElement[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = firstElement(rest, depth);
    elements.push(element);
    rest = rest.subarray(element.whole.length);
  }
  return elements;
}

/** The one element that `bytes` are. Throws an Error when there are none or more. */
export function onlyElement(bytes: Uint8Array): BerElement {
  const [only, ...more] = berElements(bytes);
  if (!only || more.length > 0) throw new Error("one element was expected");
  return only;
}

function firstElement(bytes: Uint8Array, depth: number): BerElement {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > maxDepth) {
    throw new Error("an element was expected");
  }
  if (first === 0x80) return markedElement(bytes, tag, depth);
  const digits = first > 0x80 ? bytes.subarray(2, 2 + first - 0x80) : undefined;
  if (digits && (digits.length !== first - 0x80 || digits.length > 4)) throw new Error("a length was expected");
  const length = digits ? digits.reduce((sum, digit) => sum * 256 + digit, 0) : first;
  const start = 2 + (digits?.length ?? 0);
  if (bytes.length < start + length) throw new Error("an element is cut short");
  const whole = bytes.subarray(0, start + length);
  return { tag, content: whole.subarray(start), whole, indefinite: false };
}

function markedElement(bytes: Uint8Array, tag: number, depth: number): BerElement {
  if ((tag & constructed) === 0) throw new Error("only what has elements in it can have a marked end");
  let at = 2;
  while (bytes[at] !== endMark[0] || bytes[at + 1] !== endMark[1]) {
    at += firstElement(bytes.subarray(at), depth + 1).whole.length;
  }
  return { tag, content: bytes.subarray(2, at), whole: bytes.subarray(0, at + 2), indefinite: true };
}
