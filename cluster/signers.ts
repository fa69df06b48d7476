import { X509Certificate } from "node:crypto";
import { AsnConvert, AsnSerializer } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import type { AsnType } from "asn1js";
import { LruCache } from "#engine/core/collections/lru-cache.ts";
import { encoded } from "./encoded.ts";
import { publicKeyInfo } from "./signed-certificate.ts";

const maxRemembered = 64;

/** Name and key identifier of an authority. Certificates that the authority signs contain both. */
export type Signer = Readonly<{ subject: AsnType; identifier: ArrayBuffer }>;

const remembered = new LruCache<string, Signer>({ limit: maxRemembered });

/**
 * Returns the subject of a PEM certificate and the identifier of its key. Throws an Error if the certificate is
 * invalid.
 */
export function signerOf(authority: string): Signer {
  const known = remembered.get(authority);
  if (known) return known;
  const certificate = new X509Certificate(authority);
  const { subject } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate;
  const { identifier } = publicKeyInfo(certificate.publicKey);
  return rememberSigner(authority, { subject: encoded(AsnSerializer.toASN(subject)), identifier });
}

/** Adds a new authority certificate to the cache, since parsing it would take longer than signing. */
export function rememberSigner(authority: string, signer: Signer): Signer {
  remembered.set(authority, signer);
  return signer;
}
