import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { bitString, bytesOfBits, element, objectIdentifier, octetString, partsOf, sequence, time } from "./der.ts";

const commonName = objectIdentifier("2.5.4.3");
const critical = Uint8Array.of(0x01, 0x01, 0xff);
const null_ = Uint8Array.of(0x05, 0x00);
/** Of the third version, as all certificates with extensions are. */
const version = element(0xa0, Uint8Array.of(0x02, 0x01, 0x02));

/** What signs, by the type of the signer's key and the bits of the digest (RFC 4055, RFC 5758, RFC 8410). */
const algorithms: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  rsa: { 256: "1.2.840.113549.1.1.11", 384: "1.2.840.113549.1.1.12", 512: "1.2.840.113549.1.1.13" },
  ec: { 256: "1.2.840.10045.4.3.2", 384: "1.2.840.10045.4.3.3", 512: "1.2.840.10045.4.3.4" },
};
const ed25519 = "1.3.101.112";

/**
 * What is to be signed. `key` is the issuer's; one of ed25519 has a digest of its own. Names, public key (SubjectPublicKeyInfo) and extensions are
 * DER. Times are milliseconds since 1970.
 */
type ToSign = Readonly<{
  key: KeyObject;
  signatureBits: number;
  issuer: Uint8Array;
  subject: Uint8Array;
  publicKey: Uint8Array;
  serial: Uint8Array;
  notBefore: number;
  notAfter: number;
  extensions: readonly Uint8Array[];
}>;

/**
 * An X.509 certificate as PEM, put together by hand: a library that makes an object of each element takes ten times as long as the signature, and
 * every cluster makes a certificate when it starts. Throws an Error when the key cannot sign so. Source: RFC 5280, 4.1.
 */
export function signedCertificate({ key, signatureBits, issuer, subject, publicKey, extensions, ...facts }: ToSign) {
  const algorithm = algorithmOf(key, signatureBits);
  const body = sequence(
    version,
    element(0x02, positive(facts.serial)),
    algorithm,
    issuer,
    sequence(time(facts.notBefore), time(facts.notAfter)),
    subject,
    publicKey,
    ...(extensions.length === 0 ? [] : [element(0xa3, sequence(...extensions))]),
  );
  const digest = key.asymmetricKeyType === "ed25519" ? null : `sha${signatureBits}`;
  return pemOf(sequence(body, algorithm, bitString(sign(digest, body, key))));
}

function algorithmOf(key: KeyObject, signatureBits: number): Uint8Array {
  const type = key.asymmetricKeyType ?? "";
  const algorithm = type === "ed25519" ? ed25519 : algorithms[type]?.[signatureBits];
  if (algorithm === undefined) throw new Error(`a key of the type ${type} does not sign ${signatureBits} bits`);
  return sequence(objectIdentifier(algorithm), ...(type === "rsa" ? [null_] : []));
}

/** A name of one part, its common name. */
export function nameOf(text: string): Uint8Array {
  return sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(text)))));
}

/** An extension, its identifier given as numbers with dots between them and its value as DER. */
export function extension(identifier: string, value: Uint8Array, isCritical = false): Uint8Array {
  return sequence(objectIdentifier(identifier), ...(isCritical ? [critical] : []), octetString(value));
}

/** A public key, given as PEM, as certificates hold it. */
export function publicKeyInfo(publicKey: string): Uint8Array {
  return createPublicKey(publicKey).export({ type: "spki", format: "der" });
}

/** The digest of a public key, given as certificates hold it, by which they speak of it (RFC 5280, 4.2.1.2). */
export function identifierOf(publicKeyInfo: Uint8Array): Uint8Array {
  const [, bits = publicKeyInfo] = partsOf(publicKeyInfo);
  return createHash("sha1").update(bytesOfBits(bits)).digest();
}

/** A certificate as PEM. */
function pemOf(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** A serial number has no sign, and no nought before it. */
function positive(serial: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(serial);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
