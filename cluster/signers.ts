import { X509Certificate } from "node:crypto";
import { AsnConvert, AsnSerializer } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import type { AsnType } from "asn1js";
import { LruCache } from "#engine/core/collections/lru-cache.ts";
import { encoded } from "./encoded.ts";
import { publicKeyInfo } from "./signed-certificate.ts";

/** Authorities that are remembered: those of some clusters. One that signs does so again. */
const maxRemembered = 64;

/** What certificates say of the authority that signed them: its name, and the digest of its public key. */
export type Signer = Readonly<{ subject: AsnType; identifier: ArrayBuffer }>;

const remembered = new LruCache<string, Signer>({ limit: maxRemembered });

/** What certificates say of the authority with this certificate, given as PEM. Throws an Error for what is none. */
export function signerOf(authority: string): Signer {
  const known = remembered.get(authority);
  if (known) return known;
  const certificate = new X509Certificate(authority);
  const { subject } = AsnConvert.parse(certificate.raw, Certificate).tbsCertificate;
  const { identifier } = publicKeyInfo(certificate.publicKey);
  return rememberSigner(authority, { subject: encoded(AsnSerializer.toASN(subject)), identifier });
}

/** Notes what was just written into the certificate of an authority: to read it there costs more than to sign. */
export function rememberSigner(authority: string, signer: Signer): Signer {
  remembered.set(authority, signer);
  return signer;
}
