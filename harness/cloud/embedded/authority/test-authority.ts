import { createPrivateKey, type KeyObject } from "node:crypto";
import { readFileSync } from "node:fs";

/** Whose signature it is: a private key, and the certificate of its public one, in PEM. */
export type Signer = Readonly<{ privateKey: string; certificate: string }>;

/** What the provider has keys for: bare signatures, and PKCS#7 with RSA and with DSA. */
export type SignerKind = "identity" | "rsa2048" | "dsa";

type Keys = Readonly<Record<SignerKind, Signer & Readonly<{ sha1Certificate: string }>>>;

/** Keys that are no secret: they are made for tests, and the same for all, so that the same seed gives the same run. */
const authorities = JSON.parse(readFileSync(new URL("./keys.json", import.meta.url), "utf8")) as Readonly<
  Record<string, Keys>
>;

/** Whether instances in `region` have an authority that signs for them. */
export function hasAuthority(region: string): boolean {
  return Object.hasOwn(authorities, region) && region !== "impostor";
}

/** The region whose certificates count without being registered. */
const knownRegion = "us-west-2";

/** The certificates that the provider is known by, as a service has them built in: those of one region, so that others can be registered. */
export function builtInCertificates(): readonly Readonly<{ pem: string; type: "pkcs7" | "identity" }>[] {
  const pem = (kind: SignerKind) => signerOf(knownRegion, kind).certificate;
  return [
    { pem: pem("rsa2048"), type: "pkcs7" },
    { pem: pem("dsa"), type: "pkcs7" },
    { pem: pem("identity"), type: "identity" },
  ];
}

/**
 * The signer of identity documents of instances in `region`. The region `impostor` is a party whose certificates have the names and serial
 * numbers of those of us-east-1, and other keys. With `sha1`, the certificate of the same key is itself signed with SHA-1.
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
