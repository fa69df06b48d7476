export interface Cryptography {
  /** Returns the HMAC-SHA256 of a UTF-8 text, 32 bytes. */
  hmac(key: string | Uint8Array, text: string): Uint8Array;
  /** Returns the HMAC-SHA256 as 64 hexadecimal digits. Faster than `hmac` for many short texts with the same key. */
  hmacHex(key: string, text: string): string;
  /** Returns the SHA-256 of a UTF-8 text, or of the concatenation of several, as 64 hexadecimal digits. */
  sha256(text: string | readonly string[]): string;
  digest(algorithm: DigestAlgorithm | "sha1", bytes: Uint8Array): Uint8Array;
  /**
   * Returns true if `signature` is a valid signature of `signed.bytes` under `signed.publicKey`. Returns
   * false for a malformed key or signature, too.
   */
  verifySignature(signature: Uint8Array, signed: SignedBytes): boolean;
  /** Compares two byte strings in a time that depends only on their lengths. */
  equal(one: Uint8Array, other: Uint8Array): boolean;
  /**
   * Returns an AES-256-GCM cipher with a 32-byte key. Its encrypted texts start with `header`, which is not encrypted.
   * Throws a RangeError for a key of another length.
   */
  cipher(key: Uint8Array, header?: Uint8Array): Cipher;
  /**
   * Returns the X25519 public key of a private key, which can be any {@link agreementKeyBytes} bytes (RFC 7748). Throws
   * a RangeError for another length.
   */
  agreementKey(privateKey: Uint8Array): Uint8Array;
  /**
   * Returns the X25519 shared secret from one party's private key and the other party's public key.
   * Returns undefined if `publicKey` is unusable, for example of the wrong length. Throws a RangeError
   * if `privateKey` has the wrong length.
   */
  agree(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined;
  /** Derives a 32-byte key with HKDF-SHA256 (RFC 5869) from a secret that is not uniformly random. */
  deriveKey(secret: Uint8Array, purpose: Readonly<{ salt: Uint8Array; info: Uint8Array }>): Uint8Array;
  /**
   * Splits a secret into Shamir shares. Each share is one byte longer than the secret. Any `threshold` shares restore
   * the secret; fewer reveal nothing about it. `shares` and `threshold` are from 2 to 255.
   */
  splitSecret(
    secret: Uint8Array,
    options: Readonly<{ shares: number; threshold: number }>,
  ): Promise<readonly Uint8Array[]>;
  /**
   * Restores a secret from its shares. Wrong shares or too few usually yield a wrong secret. Rejects if
   * the shares cannot be combined, for example because their lengths differ.
   */
  combineShares(shares: readonly Uint8Array[]): Promise<Uint8Array>;
  /**
   * Returns a slow hash of a password, for storage. `salt` has {@link saltBytes} bytes and must be
   * random for each hash. Calls may be queued, and the queue serves the values of `client` in turn.
   * Rejects with a Problem "unavailable" if too many calls wait.
   */
  hashPassword(password: string, salt: Uint8Array, client?: string): Promise<string>;
  /** Returns true if `hash` is a hash of `password`. Queues and rejects like {@link hashPassword}. */
  verifyPassword(password: string, hash: string, client?: string): Promise<boolean>;
}

export const agreementKeyBytes = 32;

export const saltBytes = 16;

/** Digest algorithms by their names in the API. */
export const digestAlgorithms = [
  "sha2-224",
  "sha2-256",
  "sha2-384",
  "sha2-512",
  "sha3-224",
  "sha3-256",
  "sha3-384",
  "sha3-512",
] as const;

export type DigestAlgorithm = (typeof digestAlgorithms)[number];

export type SignedBytes = Readonly<{
  bytes: Uint8Array;
  digest: "sha1" | "sha256";
  /** `rsa`: PKCS #1 v1.5 (RFC 8017, 8.2). `dsa`: FIPS 186-4, with a DER signature. */
  algorithm: "rsa" | "dsa";
  /** SubjectPublicKeyInfo as DER (RFC 5280, 4.1). The array must not be modified. */
  publicKey: Uint8Array;
}>;

export const nonceBytes = 12;

/**
 * Encrypts texts with one key. An encrypted text has one character up to U+00FF for each byte of its
 * parts: header, nonce, encrypted UTF-8, authentication tag.
 */
export interface Cipher {
  /**
   * Encrypts a text. `nonce` has {@link nonceBytes} bytes and must never be reused with the same key. Decryption
   * requires the same `context`.
   */
  seal(plain: string, options: Readonly<{ nonce: Uint8Array; context: string }>): string;
  /** Decrypts a text. Returns undefined if the text, the key or the context is wrong. */
  open(sealed: string, context: string): string | undefined;
}
