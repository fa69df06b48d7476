import type { Certificates } from "../../ports/certificates.ts";
import { seedBytes, serialBytes } from "../../ports/certificates.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Credentials } from "../../ports/link.ts";

export type Identity = Readonly<{ cluster: string; credentials: Credentials }>;

export type IdentityPorts = Readonly<{
  certificates: Certificates;
  cryptography: Cryptography;
  entropy: Entropy;
  clock: Clock;
}>;

/** Validity of an authority's certificate in milliseconds. Clusters identify an authority by its key. */
const authorityMilliseconds = 20 * 365 * 24 * 3_600_000;

/**
 * Creates an identity: an Ed25519 key pair, and a certificate that makes the cluster the authority for its secondaries.
 */
export function newIdentity({ certificates, cryptography, entropy, clock }: IdentityPorts): Identity {
  const keys = certificates.keysOf(entropy.bytes(seedBytes));
  const cluster = clusterIdOf(keys.publicKey, cryptography);
  const certificate = certificates.authority({
    commonName: cluster,
    keys,
    serial: entropy.bytes(serialBytes),
    notBefore: clock.now(),
    notAfter: clock.now() + authorityMilliseconds,
  });
  return { cluster, credentials: { certificate, privateKey: keys.privateKey } };
}

/**
 * Returns the `cluster_id` of the cluster with this public key (PEM): the first half of the SHA-256 of its
 * SubjectPublicKeyInfo in DER, as a UUID of version 8 (RFC 9562, 5.8).
 */
export function clusterIdOf(publicKey: string, { digest }: Pick<Cryptography, "digest">): string {
  const der = Uint8Array.fromBase64(publicKey.replace(/-----[^-]+-----|\s/g, ""));
  const bytes = digest("sha2-256", der).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
