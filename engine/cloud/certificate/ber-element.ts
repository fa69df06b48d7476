export type BerElement = Readonly<{
  /** First byte: class, constructed bit, and number. Numbers above 30 are unsupported. */
  tag: number;
  content: Uint8Array;
  whole: Uint8Array;
  /** True if DER allows this form of the length: definite, and in as few bytes as possible. */
  isDerLength: boolean;
}>;

export const maxDepth = 16;
/** Maximum length of the bytes that one call of {@link berElements} parses. */
const maxBytes = 64 * 1024;
/**
 * Maximum number of elements in one call of {@link berElements}, including elements within indefinite
 * lengths, which must be parsed to find the end.
 */
const maxElements = 512;
const constructed = 0x20;
const endMark = [0, 0] as const;

type Budget = { elements: number };

/**
 * Parses `bytes` as consecutive elements. Throws an Error if they are invalid, too long, too many or nested too deeply.
 * Source: ITU-T X.690, 8.1 and 10.1.
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

/** Parses `bytes` as a single element. Throws an Error unless there is exactly one. */
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
  const isDerLength = !digits || (length >= 0x80 && digits[0] !== 0);
  return { tag, content: whole.subarray(start), whole, isDerLength };
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
  return { tag, content: bytes.subarray(2, at), whole: bytes.subarray(0, at + 2), isDerLength: false };
}
