import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

export type Signer = Readonly<{ privateKey: string; certificate: string }>;

/** Kinds of AWS's keys: for plain RSA signatures ("identity"), for PKCS#7 with RSA, and for PKCS#7 with DSA. */
export type SignerKind = "identity" | "rsa2048" | "dsa";

type Keys = Readonly<Record<SignerKind, Signer & Readonly<{ sha1Certificate: string }>>>;

/**
 * Keys and certificates for tests, which are not secret. They are fixed, so that the same seed produces the same run.
 */
const authorities = JSON.parse(readFileSync(new URL("./keys.json", import.meta.url), "utf8")) as Readonly<
  Record<string, Keys>
>;

export function hasAuthority(region: string): boolean {
  return Object.hasOwn(authorities, region) && region !== "impostor";
}

const knownRegion = "us-west-2";

/** Returns the certificates of us-west-2, the only ones that a service under test trusts without registration. */
export function builtInCertificates(): readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[] {
  const pem = (kind: SignerKind) => signerOf(knownRegion, kind).certificate;
  return [
    { pem: pem("rsa2048"), type: "pkcs7" },
    { pem: pem("dsa"), type: "pkcs7" },
    { pem: pem("identity"), type: "identity" },
  ];
}

/**
 * Returns the signer of identity documents in `region`. The region `impostor` stands for an attacker. With `sha1`, the
 * certificate of the same key is signed with SHA-1. Throws an Error for a region without keys.
 */
export function signerOf(region: string, kind: SignerKind, { sha1 = false } = {}): Signer {
  const found = authorities[region]?.[kind];
  if (!found) throw new Error(`the test authority has no key for ${region}`);
  const { privateKey, certificate, sha1Certificate } = found;
  return { privateKey, certificate: sha1 ? sha1Certificate : certificate };
}

/** Parsed keys of the test authority, by PEM. Parsing a DSA key takes longer than signing with it. */
const read = new Map<string, KeyObject>();

export function privateKeyOf({ privateKey }: Signer): KeyObject {
  const known = read.get(privateKey) ?? createPrivateKey(privateKey);
  read.set(privateKey, known);
  return known;
}
