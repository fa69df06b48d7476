import type { Instant } from "./clock.ts";

/** Kinds of keys that certificates are made for, by the words of the API. */
export type KeyType = "rsa" | "ec" | "ed25519";

/** A kind of key and its size in bits, which means nothing with ed25519. */
export type KeyKind = Readonly<{ type: KeyType; bits: number }>;

/** A key pair as PEM: the private key as PKCS#8, the public one as SubjectPublicKeyInfo. */
export type KeyPair = Readonly<{ privateKey: string; publicKey: string }>;

/** A signer: a certificate and its private key, as PEM. */
export type Authority = Readonly<{ certificate: string; privateKey: string }>;

/** What a client certificate says. */
export type CertificateRequest = Readonly<{
  commonName: string;
  /** PEM of its SubjectPublicKeyInfo. */
  publicKey: string;
  authority: Authority;
  /** Bits of the digest that is signed: 256, 384 or 512. An authority with an ed25519 key has its own. */
  signatureBits: number;
  /** {@link serialBytes} bytes that no other certificate of the authority has. */
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

/** What the certificate of an authority says, which its own key signs. */
export type AuthorityRequest = Readonly<{
  commonName: string;
  keys: KeyPair;
  /** {@link serialBytes} bytes. */
  serial: Uint8Array;
  notBefore: Instant;
  notAfter: Instant;
}>;

/** What a certificate says. */
export type CertificateFacts = Readonly<{
  commonName: string;
  /** PEM of its SubjectPublicKeyInfo. */
  publicKey: string;
  notAfter: Instant;
}>;

/** Bytes of which an Ed25519 key pair is made. */
export const seedBytes = 32;

/** Bytes of a serial number: as many as may be told (RFC 5280, 4.1.2.2). */
export const serialBytes = 20;

/** Key pairs and X.509 certificates: for clients of databases, and for the members of a replication set. */
export interface Certificates {
  generateKeys(kind: KeyKind): Promise<KeyPair>;
  /** The Ed25519 key pair of {@link seedBytes} bytes (RFC 8032): the same bytes, the same pair. */
  keysOf(seed: Uint8Array): KeyPair;
  /** The certificate of an authority, as PEM. Throws an Error for keys that are no pair. */
  authority(request: AuthorityRequest): string;
  /** What a certificate says; undefined for what is none. */
  read(certificate: string): CertificateFacts | undefined;
  /** Whether the key of `authority`, a certificate, signed `certificate`. False for what is no certificate, too. */
  isIssuedBy(certificate: string, authority: string): boolean;
  /** What is wrong with an authority, for people, naming the field of the API that it was given in; undefined when it can sign. */
  faultOf(authority: Partial<Authority>): string | undefined;
  /** A certificate for the authentication of a client, as PEM. Throws an Error when the authority cannot sign. */
  issue(request: CertificateRequest): string;
}
