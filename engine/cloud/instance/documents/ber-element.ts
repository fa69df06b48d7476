export type BerElement = Readonly<{
  /** First byte of the element: class, constructed bit, and tag number. Tag numbers above 30 are not supported. */
  tag: number;
  /** Content, without the end-of-contents octets. */
  content: Uint8Array;
  /** All bytes of the element. */
  whole: Uint8Array;
  /** True if the length is indefinite, so that end-of-contents octets end the element. DER has no such elements. */
  indefinite: boolean;
}>;

/** Maximum nesting depth of elements. Signed messages need less. */
export const maxDepth = 16;
/** Maximum length, in bytes. A message with a certificate chain takes about 8 KiB. */
const maxBytes = 64 * 1024;
/**
 * Maximum number of elements on one level. Elements inside an indefinite length also count, since they must be parsed
 * to find its end. A message has about 30.
 */
const maxElements = 512;
const constructed = 0x20;
/** End-of-contents octets, which end an element with an indefinite length. */
const endMark = [0, 0] as const;

type Budget = { elements: number };

/**
 * Parses `bytes` as a sequence of elements. Throws an Error if they are invalid, or exceed the maximum length or
 * number. Source: ITU-T X.690, 8.1.
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

/** Parses `bytes` as a single element. Throws an Error if there are more elements or none. */
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
