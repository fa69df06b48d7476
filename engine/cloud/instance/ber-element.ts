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
export const maxDepth = 16;
/** Longer than any: a message with a chain of certificates has some 8 KiB. */
const maxBytes = 64 * 1024;
/** Elements at one place, with those that are read to find the end of one without a length. A message has some 30. */
const maxElements = 512;
const constructed = 0x20;
/** The end of an element whose length is not told. */
const endMark = [0, 0] as const;

/** Elements that may still be read. */
type Budget = { elements: number };

/**
 * The elements that `bytes` are, one after the other. Throws an Error when they are anything else, too long or too many. Source: ITU-T
 * X.690, 8.1.
 */
export function berElements(bytes: Uint8Array): readonly BerElement[] {
  if (bytes.length > maxBytes) throw new Error(`longer than ${maxBytes} bytes`);
  const budget = { elements: maxElements };
  const elements: BerElement[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const element = firstElement(rest, 0, budget);
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

function firstElement(bytes: Uint8Array, depth: number, budget: Budget): BerElement {
  budget.elements -= 1;
  if (budget.elements < 0) throw new Error(`more than ${maxElements} elements`);
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f || depth > maxDepth) {
    throw new Error("an element was expected");
  }
  if (first === 0x80) return markedElement(bytes, { tag, depth, budget });
  const digits = first > 0x80 ? bytes.subarray(2, 2 + first - 0x80) : undefined;
  if (digits && (digits.length !== first - 0x80 || digits.length > 4)) throw new Error("a length was expected");
  const length = digits ? digits.reduce((sum, digit) => sum * 256 + digit, 0) : first;
  const start = 2 + (digits?.length ?? 0);
  if (bytes.length < start + length) throw new Error("an element is cut short");
  const whole = bytes.subarray(0, start + length);
  return { tag, content: whole.subarray(start), whole, indefinite: false };
}

function markedElement(
  bytes: Uint8Array,
  { tag, depth, budget }: Readonly<{ tag: number; depth: number; budget: Budget }>,
): BerElement {
  if ((tag & constructed) === 0) throw new Error("only what has elements in it can have a marked end");
  let at = 2;
  while (bytes[at] !== endMark[0] || bytes[at + 1] !== endMark[1]) {
    at += firstElement(bytes.subarray(at), depth + 1, budget).whole.length;
  }
  return { tag, content: bytes.subarray(2, at), whole: bytes.subarray(0, at + 2), indefinite: true };
}
