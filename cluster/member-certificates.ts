import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import {
  BasicConstraints,
  id_ce_basicConstraints,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectKeyIdentifier,
} from "@peculiar/asn1-x509";
import { LruCache } from "#engine/core/collections/lru-cache.ts";
import {
  type AuthorityRequest,
  type CertificateFacts,
  type Certificates,
  seedBytes,
} from "#engine/ports/certificates.ts";
import { privateKeyOf, rememberPrivateKey } from "./private-keys.ts";
import { extension, nameOf, publicKeyInfo, signedCertificate } from "./signed-certificate.ts";
import { rememberSigner } from "./signers.ts";

/** Maximum number of parsed certificates in the cache. A peer sends the same certificate each time it connects. */
const maxRemembered = 256;

const longestRemembered = 4096;

const remembered = new LruCache<string, Parsed>({ limit: maxRemembered });

type Parsed = Readonly<{ certificate: X509Certificate; facts: CertificateFacts }>;

const forAuthorities = [
  extension(id_ce_basicConstraints, new BasicConstraints({ cA: true }), true),
  extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature | KeyUsageFlags.keyCertSign), true),
];

/** Creates and reads certificates of a replication set. `keysOf` derives Ed25519 keys. */
export const memberCertificates: Pick<Certificates, "keysOf" | "authority" | "read" | "isIssuedBy"> = {
  keysOf(seed) {
    if (seed.length !== seedBytes) throw new RangeError(`a key is made of ${seedBytes} bytes`);
    const key = createPrivateKey({ key: Buffer.from(seed), format: "raw-private", asymmetricKeyType: "ed25519" });
    const keys = {
      privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(),
      publicKey: createPublicKey(key).export({ type: "spki", format: "pem" }).toString(),
    };
    rememberPrivateKey(keys, key);
    return keys;
  },

  authority({ commonName, keys, ...facts }: AuthorityRequest): string {
    const { element: publicKey, identifier } = publicKeyInfo(keys.publicKey);
    const key = privateKeyOf(keys);
    if (!createPublicKey(key).equals(createPublicKey(keys.publicKey))) throw new Error("these keys are no pair");
    const name = nameOf(commonName);
    const certificate = signedCertificate({
      ...{ key, signatureBits: 512, issuer: name, subject: name, publicKey },
      ...facts,
      extensions: [...forAuthorities, extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(identifier))],
    });
    rememberSigner(certificate, { subject: name, identifier });
    return certificate;
  },

  read: (text) => parsed(text)?.facts,

  isIssuedBy(text, authority) {
    const [issued, signer] = [parsed(text), parsed(authority)];
    return issued !== undefined && signer !== undefined && isSignedBy(issued.certificate, signer.certificate);
  },
};

function isSignedBy(certificate: X509Certificate, signer: X509Certificate): boolean {
  return signer.ca && certificate.checkIssued(signer) && certificate.verify(signer.publicKey);
}

function parsed(text: string): Parsed | undefined {
  const known = remembered.get(text);
  if (known) return known;
  try {
    const certificate = new X509Certificate(text);
    const facts: CertificateFacts = {
      commonName: commonNameOf(certificate),
      publicKey: certificate.publicKey.export({ type: "spki", format: "pem" }).toString(),
      notAfter: certificate.validToDate.getTime(),
    };
    if (text.length <= longestRemembered) remembered.set(text, { certificate, facts });
    return { certificate, facts };
  } catch {
    return undefined;
  }
}

function commonNameOf(certificate: X509Certificate): string {
  const { CN } = certificate.toLegacyObject().subject as Readonly<{ CN?: string | string[] }>;
  return typeof CN === "string" ? CN : "";
}
