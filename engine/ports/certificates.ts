import type { Instant } from "./clock.ts";

export type KeyType = "rsa" | "ec" | "ed25519";

/** Type and size of a key. `bits` is ignored for ed25519. */
export type KeyKind = Readonly<{ type: KeyType; bits: number }>;

/** A key pair as PEM: PKCS#8 (private key) and SubjectPublicKeyInfo (public key). */
export type KeyPair = Readonly<{ privateKey: string; publicKey: string }>;

export type Authority = Readonly<{ certificate: string; privateKey: string }>;

export type CertificateRequest = Readonly<{
  commonName: string;
  publicKey: string;
  authority: Authority;
  /** Size of the digest that is signed: 256, 384 or 512 bits. Ignored if the key of the authority is ed25519. */
  signatureBits: number;
  /** Serial number of {@link serialBytes} bytes. Must be unique for the authority. */
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

export type AuthorityRequest = Readonly<{
  commonName: string;
  keys: KeyPair;
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

export type CertificateFacts = Readonly<{
  commonName: string;
  /** SubjectPublicKeyInfo as PEM. */
  publicKey: string;
  notAfter: Instant;
}>;

export const seedBytes = 32;

/** Length of a serial number, in bytes: the maximum that RFC 5280, 4.1.2.2 allows. */
export const serialBytes = 20;

export interface Certificates {
  generateKeys(kind: KeyKind): Promise<KeyPair>;
  /** Returns the Ed25519 key pair for a seed of {@link seedBytes} bytes (RFC 8032). */
  keysOf(seed: Uint8Array): KeyPair;
  authority(request: AuthorityRequest): string;
  /** Returns undefined if the text is not a certificate. */
  read(certificate: string): CertificateFacts | undefined;
  /**
   * Returns true if `certificate` was signed with the key of `authority`, which is the certificate of an authority.
   * Returns false also if one of the texts is not a certificate.
   */
  isIssuedBy(certificate: string, authority: string): boolean;
  /**
   * Returns the reason why `authority` cannot sign, beginning with the API field to correct; undefined
   * if no reason is found.
   */
  faultOf(authority: Partial<Authority>): string | undefined;
  /** Returns a client certificate as PEM. Throws an Error if the authority cannot sign. */
  issue(request: CertificateRequest): string;
}
