import type { Entropy } from "../ports/entropy.ts";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A random (version 4) UUID. */
export function uuid(entropy: Entropy): string {
  const bytes = entropy.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toHex();
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** `length` letters and digits, each as likely as any other. */
export function randomName(entropy: Entropy, length: number): string {
  let name = "";
  while (name.length < length) {
    for (const byte of entropy.bytes(length + 8)) {
      // 248 is the largest multiple of 62 in a byte: what lies above would favour the first letters
      if (byte < 248 && name.length < length) name += alphabet[byte % 62];
    }
  }
  return name;
}
