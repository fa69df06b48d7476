import type { Entropy } from "../../ports/entropy.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function uuid(entropy: Entropy): string {
  const bytes = entropy.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Converts hexadecimal `digits` to letters and digits: each group of eight digits becomes five characters, which encode
 * the group modulo 62⁵. A shorter last group is ignored.
 */
export function lettersOf(digits: string): string {
  const letters: number[] = [];
  for (let at = 0; at + 8 <= digits.length; at += 8) {
    // `>>> 0` keeps the value a 32-bit integer; dividing other numbers takes twice as long.
    for (let rest = Number.parseInt(digits.slice(at, at + 8), 16) >>> 0, i = 0; i < 5; i++) {
      letters.push(alphabet.charCodeAt(rest % 62));
      rest = (rest / 62) >>> 0;
    }
  }
  return String.fromCharCode(...letters);
}

/** Returns `length` characters of base64url (RFC 4648, 5), uniformly distributed. */
export function randomText(entropy: Entropy, length: number): string {
  const bytes = entropy.bytes(Math.ceil((length * 6) / 8));
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true }).slice(0, length);
}

export function randomName(entropy: Entropy, length: number): string {
  let name = "";
  while (name.length < length) {
    for (const byte of entropy.bytes(length + 8)) {
      // 248 is the largest multiple of 62 in a byte; larger values would favour the first letters
      if (byte < 248 && name.length < length) name += alphabet[byte % 62];
    }
  }
  return name;
}
