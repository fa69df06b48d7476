import { X509Certificate } from "node:crypto";
import { AsnConvert, AsnSerializer } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import type { AsnType } from "asn1js";
import { LruCache } from "#engine/core/collections/lru-cache.ts";
import { encoded } from "./encoded.ts";
import { publicKeyInfo } from "./signed-certificate.ts";

/** Maximum number of cached authorities. An authority that signs usually signs again. */
const maxRemembered = 64;

/**
 * Facts about an authority that the certificates it signs contain: its name and its key identifier.
 */
export type Signer = Readonly<{ subject: AsnType; identifier: ArrayBuffer }>;

const remembered = new LruCache<string, Signer>({ limit: maxRemembered });

/** Returns the name and key identifier of a PEM certificate. Throws an Error if it is invalid. */
export function signerOf(authority: string): Signer {
  const known = remembered.get(authority);
  if (known) return known;
  const certificate = new X509Certificate(authority);
  const { subject } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate;
  const { identifier } = publicKeyInfo(certificate.publicKey);
  return rememberSigner(authority, { subject: encoded(AsnSerializer.toASN(subject)), identifier });
}

/** Caches the facts about a new authority certificate: parsing them costs more than signing. */
export function rememberSigner(authority: string, signer: Signer): Signer {
  remembered.set(authority, signer);
  return signer;
}
