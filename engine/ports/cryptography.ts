/** The primitives that the engine does not write itself. */
export interface Cryptography {
  /** HMAC-SHA256 of a text under a text key, as 64 hexadecimal digits. */
  hmac(key: string, text: string): string;
}
