import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

/** A private key and the certificate of its public key, in PEM. */
export type Signer = Readonly<{ privateKey: string; certificate: string }>;

/** Purposes of AWS's keys: plain signatures, and PKCS#7 with RSA and with DSA. */
export type SignerKind = "identity" | "rsa2048" | "dsa";

type Keys = Readonly<Record<SignerKind, Signer & Readonly<{ sha1Certificate: string }>>>;

/** Test keys, which are not secret. They are fixed, so that the same seed gives the same run. */
const authorities = JSON.parse(readFileSync(new URL("./keys.json", import.meta.url), "utf8")) as Readonly<
  Record<string, Keys>
>;

/** True if an authority signs for instances in `region`. */
export function hasAuthority(region: string): boolean {
  return Object.hasOwn(authorities, region) && region !== "impostor";
}

/** The region whose certificates are trusted without being registered. */
const knownRegion = "us-west-2";

/**
 * Returns the certificates that a service has built in: those of one region, so that others can be
 * registered.
 */
export function builtInCertificates(): readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[] {
  const pem = (kind: SignerKind) => signerOf(knownRegion, kind).certificate;
  return [
    { pem: pem("rsa2048"), type: "pkcs7" },
    { pem: pem("dsa"), type: "pkcs7" },
    { pem: pem("identity"), type: "identity" },
  ];
}

/**
 * Returns the signer of identity documents in `region`. The region `impostor` is an attacker whose
 * certificates have the names and serial numbers of us-east-1, but other keys. With `sha1`, the
 * certificate of the same key is signed with SHA-1.
 */
export function signerOf(region: string, kind: SignerKind, { sha1 = false } = {}): Signer {
  const found = authorities[region]?.[kind];
  if (!found) throw new Error(`the test authority has no key for ${region}`);
  const { privateKey, certificate, sha1Certificate } = found;
  return { privateKey, certificate: sha1 ? sha1Certificate : certificate };
}

/** Keys that were read, by their PEM: to read one of DSA takes longer than to sign with it, and there are only those of the file. */
const read = new Map<string, KeyObject>();

/** The private key of a signer. The clusters have a function of this name, too: this folder stands alone, and takes nothing of theirs. */
export function privateKeyOf({ privateKey }: Signer): KeyObject {
  const known = read.get(privateKey) ?? createPrivateKey(privateKey);
  read.set(privateKey, known);
  return known;
}
