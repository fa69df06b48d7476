import { createHash, createPublicKey, type KeyObject, sign, X509Certificate } from "node:crypto";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";

const commonName = "2.5.4.3";

/** What signs, by the type of the signer's key and the bits of the digest (RFC 4055, RFC 5758, RFC 8410). */
const algorithms: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  rsa: { 256: "1.2.840.113549.1.1.11", 384: "1.2.840.113549.1.1.12", 512: "1.2.840.113549.1.1.13" },
  ec: { 256: "1.2.840.10045.4.3.2", 384: "1.2.840.10045.4.3.3", 512: "1.2.840.10045.4.3.4" },
};
const ed25519 = "1.3.101.112";
const null_ = Uint8Array.of(0x05, 0x00).buffer;

/** What is to be signed. `key` is the issuer's; one of ed25519 has a digest of its own. Times are milliseconds since 1970. */
type ToSign = Readonly<{
  key: KeyObject;
  signatureBits: number;
  issuer: Name;
  subject: Name;
  publicKey: SubjectPublicKeyInfo;
  serial: Uint8Array;
  notBefore: number;
  notAfter: number;
  extensions: readonly Extension[];
}>;

/** An X.509 certificate as PEM. Throws an Error when the key cannot sign so. */
export function signedCertificate({ key, signatureBits, issuer, subject, publicKey, extensions, ...facts }: ToSign) {
  const algorithm = algorithmOf(key, signatureBits);
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: positive(facts.serial),
    signature: algorithm,
    issuer,
    validity: new Validity({ notBefore: new Date(facts.notBefore), notAfter: new Date(facts.notAfter) }),
    subject,
    subjectPublicKeyInfo: publicKey,
    extensions: new Extensions([...extensions]),
  });
  const digest = key.asymmetricKeyType === "ed25519" ? null : `sha${signatureBits}`;
  const signature = sign(digest, Buffer.from(AsnConvert.serialize(body)), key);
  const signed = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: Uint8Array.from(signature).buffer,
  });
  return new X509Certificate(Buffer.from(AsnConvert.serialize(signed))).toString();
}

function algorithmOf(key: KeyObject, signatureBits: number): AlgorithmIdentifier {
  const type = key.asymmetricKeyType ?? "";
  const algorithm = type === "ed25519" ? ed25519 : algorithms[type]?.[signatureBits];
  if (algorithm === undefined) throw new Error(`a key of the type ${type} does not sign ${signatureBits} bits`);
  return new AlgorithmIdentifier({ algorithm, ...(type === "rsa" ? { parameters: null_ } : {}) });
}

/** A name of one part, its common name. */
export function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])]);
}

export function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** A public key, given as PEM, as certificates hold it. */
export function publicKeyInfo(publicKey: string): SubjectPublicKeyInfo {
  return AsnConvert.parse(createPublicKey(publicKey).export({ type: "spki", format: "der" }), SubjectPublicKeyInfo);
}

/** The digest of a public key by which certificates speak of it (RFC 5280, 4.2.1.2). */
export function identifierOf({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return Uint8Array.from(createHash("sha1").update(Buffer.from(subjectPublicKey)).digest()).buffer;
}

/** A serial number has no sign, and no nought before it. */
function positive(serial: Uint8Array): ArrayBuffer {
  const bytes = Uint8Array.from(serial);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
}
