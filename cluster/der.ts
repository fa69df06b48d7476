import { AsnConvert } from "@peculiar/asn1-schema";

/** Elements of DER that certificates are put together of. Source: ITU-T X.690, 8 and 10. */

/** One element: its tag, the length of what is in it, and that. */
export function element(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(contents);
  return Buffer.concat([Uint8Array.from([tag, ...lengthOf(content.length)]), content]);
}

/** What an object of the library says. */
export function derOf(value: object): Uint8Array {
  return new Uint8Array(AsnConvert.serialize(value));
}

export function sequence(...contents: readonly Uint8Array[]): Uint8Array {
  return element(0x30, ...contents);
}

export function octetString(content: Uint8Array): Uint8Array {
  return element(0x04, content);
}

/** Whole bytes as a string of bits. */
export function bitString(content: Uint8Array): Uint8Array {
  return element(0x03, Uint8Array.of(0), content);
}

/** An object identifier, given as numbers with dots between them. */
export function objectIdentifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...others].flatMap(inSevenBits)));
}

/** What an element holds, element by element. `der` is well-formed: something that reads it in earnest has read it before. */
export function partsOf(der: Uint8Array): readonly Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let [at, end] = contentOf(der, 0); at < end; ) {
    const [, next] = contentOf(der, at);
    parts.push(der.subarray(at, next));
    at = next;
  }
  return parts;
}

/** The bytes of a string of bits that has whole ones. */
export function bytesOfBits(der: Uint8Array): Uint8Array {
  const [from, to] = contentOf(der, 0);
  return der.subarray(from + 1, to);
}

/** Where the content of the element at `at` begins and ends. */
function contentOf(der: Uint8Array, at: number): readonly [number, number] {
  const first = der[at + 1] ?? 0;
  const more = first < 0x80 ? 0 : first - 0x80;
  const length = der.subarray(at + 2, at + 2 + more).reduce((whole, byte) => whole * 0x100 + byte, 0);
  const from = at + 2 + more;
  return [from, from + (more === 0 ? first : length)];
}

/** Years up to 2049 have two digits in a certificate (RFC 5280, 4.1.2.5). `at` is milliseconds since 1970. */
export function time(at: number): Uint8Array {
  const digits = `${new Date(at).toISOString().replace(/\.\d+|[^\dZ]/g, "")}`;
  const isShort = digits < "2050" && digits >= "1950";
  return isShort ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = bytesOf(length);
  return [0x80 | bytes.length, ...bytes];
}

function bytesOf(number: number): readonly number[] {
  return number === 0 ? [] : [...bytesOf(Math.floor(number / 0x100)), number % 0x100];
}

/** The last of the bytes alone has no sign that more follow. */
function inSevenBits(number: number): readonly number[] {
  const before = (rest: number): readonly number[] =>
    rest === 0 ? [] : [...before(Math.floor(rest / 0x80)), 0x80 | (rest % 0x80)];
  return [...before(Math.floor(number / 0x80)), number % 0x80];
}
