/** The primitives that the engine does not write itself. */
export interface Cryptography {
  /** HMAC-SHA256 of a text under a key, 32 bytes. Texts are in UTF-8. */
  hmac(key: string | Uint8Array, text: string): Uint8Array;
  /** The same as 64 hexadecimal digits, made for thousands of short texts under one key. */
  hmacHex(key: string, text: string): string;
  /** SHA-256 of a text in UTF-8, or of several one after the other, as 64 hexadecimal digits. */
  sha256(text: string | readonly string[]): string;
  /** The digest of bytes. */
  digest(algorithm: DigestAlgorithm | "sha1", bytes: Uint8Array): Uint8Array;
  /** Whether `signature` is one of the signed bytes by the owner of a public key. False for whatever is no such key or signature, too. */
  verifySignature(signature: Uint8Array, signed: SignedBytes): boolean;
  /** Whether two byte strings are equal, in a time that depends on their lengths alone. */
  equal(one: Uint8Array, other: Uint8Array): boolean;
  /** AES-256-GCM under a key of 32 bytes. What it seals begins with `header`, in the clear. Throws a RangeError for a key of another length. */
  cipher(key: Uint8Array, header?: Uint8Array): Cipher;
  /** The X25519 public key of a private one (RFC 7748): any {@link agreementKeyBytes} bytes are a private key. Throws a RangeError for another length. */
  agreementKey(privateKey: Uint8Array): Uint8Array;
  /**
   * What the owners of two X25519 key pairs have in common, each from its private key and the other's public one. Undefined when
   * `publicKey` is none: of another length, or one that leads to the same secret with every key.
   */
  agree(privateKey: Uint8Array, publicKey: Uint8Array): Uint8Array | undefined;
  /** HKDF-SHA256 (RFC 5869): a key of 32 bytes from a secret that is not evenly distributed, for one purpose. */
  deriveKey(secret: Uint8Array, purpose: Readonly<{ salt: Uint8Array; info: Uint8Array }>): Uint8Array;
  /**
   * Shamir's shares of a secret, each one byte longer than it: any `threshold` of the `shares` make it whole, fewer say nothing.
   * Both are from 2 to 255.
   */
  splitSecret(
    secret: Uint8Array,
    options: Readonly<{ shares: number; threshold: number }>,
  ): Promise<readonly Uint8Array[]>;
  /** The secret behind `shares`; with wrong or too few ones, another. Rejects when they are no shares of one length, or two are the same one. */
  combineShares(shares: readonly Uint8Array[]): Promise<Uint8Array>;
  /**
   * What is kept of a password instead of it: slow to make, so that guessing is. `salt` is {@link saltBytes} long and drawn anew each time.
   * Clients take turns. Rejects with a Problem "unavailable" when too many passwords wait, most of them this client's.
   */
  hashPassword(password: string, salt: Uint8Array, client?: string): Promise<string>;
  /** Whether `hash` is that of `password`; as slow as hashing, whatever the outcome. Clients take turns, and it rejects, likewise. */
  verifyPassword(password: string, hash: string, client?: string): Promise<boolean>;
}

/** Bytes of an X25519 key, private or public. */
export const agreementKeyBytes = 32;

/** Bytes of a password's salt. */
export const saltBytes = 16;

/** Digests by the names that clients ask for them with. */
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

/** What a signature is judged by. */
export type SignedBytes = Readonly<{
  bytes: Uint8Array;
  digest: "sha1" | "sha256";
  /** RSA: PKCS #1 v1.5 (RFC 8017, 8.2). DSA: FIPS 186-4, the signature in DER. */
  algorithm: "rsa" | "dsa";
  /** A SubjectPublicKeyInfo in DER (RFC 5280, 4.1). Its bytes do not change any more. */
  publicKey: Uint8Array;
}>;

/** Bytes of a nonce. */
export const nonceBytes = 12;

/**
 * Encrypts texts under one key. What is sealed is a text too, of characters up to U+00FF, one a byte: header, nonce, encrypted
 * UTF-8, tag.
 * Nothing is as compact in memory, and memory is what most values are kept in.
 */
export interface Cipher {
  /** `nonce` is {@link nonceBytes} long and never used twice with one key. Only the same `context` opens it. */
  seal(plain: string, options: Readonly<{ nonce: Uint8Array; context: string }>): string;
  /** The plain text; undefined when what was sealed was altered or cut short, or under another key or context. */
  open(sealed: string, context: string): string | undefined;
}
