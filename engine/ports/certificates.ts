import type { Instant } from "./clock.ts";

/** Types of keys for certificates, as named in the API. */
export type KeyType = "rsa" | "ec" | "ed25519";

/** Type and size of a key. The size is in bits and ignored for ed25519. */
export type KeyKind = Readonly<{ type: KeyType; bits: number }>;

/** A key pair as PEM: the private key as PKCS#8, the public one as SubjectPublicKeyInfo. */
export type KeyPair = Readonly<{ privateKey: string; publicKey: string }>;

/** A signer: a certificate and its private key, as PEM. */
export type Authority = Readonly<{ certificate: string; privateKey: string }>;

/** Contents of a client certificate, and the authority that signs it. */
export type CertificateRequest = Readonly<{
  commonName: string;
  /** PEM of the SubjectPublicKeyInfo. */
  publicKey: string;
  authority: Authority;
  /** Size of the signed digest, in bits: 256, 384 or 512. Ignored for authorities with ed25519. */
  signatureBits: number;
  /** Serial number of {@link serialBytes} bytes, unique for the authority. */
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

/** Contents of the self-signed certificate of an authority. */
export type AuthorityRequest = Readonly<{
  commonName: string;
  keys: KeyPair;
  /** Serial number of {@link serialBytes} bytes. */
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

/** Contents of a certificate. */
export type CertificateFacts = Readonly<{
  commonName: string;
  /** PEM of the SubjectPublicKeyInfo. */
  publicKey: string;
  notAfter: Instant;
}>;

/** Length of the seed of an Ed25519 key pair, in bytes. */
export const seedBytes = 32;

/** Length of a serial number, in bytes: the maximum that RFC 5280, 4.1.2.2 allows. */
export const serialBytes = 20;

/** Key pairs and X.509 certificates, for database clients and members of a replication set. */
export interface Certificates {
  generateKeys(kind: KeyKind): Promise<KeyPair>;
  /** Returns the Ed25519 key pair of a seed of {@link seedBytes} bytes (RFC 8032). */
  keysOf(seed: Uint8Array): KeyPair;
  /** Returns a self-signed authority certificate, as PEM. Throws an Error for unmatched keys. */
  authority(request: AuthorityRequest): string;
  /** Returns the contents of a certificate, or undefined if the text is not a certificate. */
  read(certificate: string): CertificateFacts | undefined;
  /**
   * Returns true if the key of the certificate `authority` signed `certificate`; false also for a
   * text that is not a certificate.
   */
  isIssuedBy(certificate: string, authority: string): boolean;
  /**
   * Returns a message about the fault of an authority, with the API field that is at fault, or
   * undefined if the authority can sign.
   */
  faultOf(authority: Partial<Authority>): string | undefined;
  /** Returns a client certificate, as PEM. Throws an Error if the authority cannot sign. */
  issue(request: CertificateRequest): string;
}
