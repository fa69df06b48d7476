import { createHash, createPublicKey, type KeyObject, sign } from "node:crypto";
import { AsnConvert } from "@peculiar/asn1-schema";
import {
  Boolean as AsnBoolean,
  Set as AsnSet,
  type AsnType,
  BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Sequence,
  UTCTime,
  Utf8String,
} from "asn1js";
import { Encoded, encoded } from "./encoded.ts";

const commonName = encoded(new ObjectIdentifier({ value: "2.5.4.3" }));
/** Version 3 of X.509, which extensions require. */
const version = encoded(tagged(0, new Integer({ value: 2 })));
/** First year that is encoded with four digits (RFC 5280, 4.1.2.5). */
const longYears = 2050;

/** Signature algorithms by key type, then by digest size in bits (RFC 4055, RFC 5758, RFC 8410). */
const algorithms: Readonly<Record<string, Readonly<Record<number, AsnType>>>> = {
  rsa: {
    256: algorithm("1.2.840.113549.1.1.11", new Null()),
    384: algorithm("1.2.840.113549.1.1.12", new Null()),
    512: algorithm("1.2.840.113549.1.1.13", new Null()),
  },
  ec: {
    256: algorithm("1.2.840.10045.4.3.2"),
    384: algorithm("1.2.840.10045.4.3.3"),
    512: algorithm("1.2.840.10045.4.3.4"),
  },
};
const ed25519 = algorithm("1.3.101.112");

/**
 * Contents of a certificate that is to be signed. `key` is the private key of the issuer. `signatureBits` is ignored
 * for ed25519. Times are in milliseconds since 1970.
 */
type ToSign = Readonly<{
  key: KeyObject;
  signatureBits: number;
  issuer: AsnType;
  subject: AsnType;
  publicKey: AsnType;
  serial: Uint8Array;
  notBefore: number;
  notAfter: number;
  extensions: readonly AsnType[];
}>;

/**
 * Signs an X.509 certificate and returns it as PEM (RFC 5280, 4.1). Composing it of ASN.1 elements is faster than a
 * library with classes for the structures. Throws an Error if the key cannot sign with this digest.
 */
export function signedCertificate({ key, signatureBits, issuer, subject, publicKey, extensions, ...facts }: ToSign) {
  const signed = algorithmOf(key, signatureBits);
  const body = new Sequence({
    value: [
      version,
      new Integer({ valueHex: positive(facts.serial) }),
      signed,
      issuer,
      new Sequence({ value: [time(facts.notBefore), time(facts.notAfter)] }),
      subject,
      publicKey,
      ...(extensions.length === 0 ? [] : [tagged(3, new Sequence({ value: [...extensions] }))]),
    ],
  });
  const bytes = derOf(body);
  const digest = key.asymmetricKeyType === "ed25519" ? null : `sha${signatureBits}`;
  const signature = new BitString({ valueHex: sign(digest, bytes, key) });
  return pemOf(derOf(new Sequence({ value: [new Encoded(bytes), signed, signature] })));
}

function algorithmOf(key: KeyObject, signatureBits: number): AsnType {
  const type = key.asymmetricKeyType ?? "";
  const found = type === "ed25519" ? ed25519 : algorithms[type]?.[signatureBits];
  if (found === undefined) throw new Error(`a key of the type ${type} does not sign ${signatureBits} bits`);
  return found;
}

function algorithm(identifier: string, ...parameters: readonly AsnType[]): AsnType {
  return encoded(new Sequence({ value: [new ObjectIdentifier({ value: identifier }), ...parameters] }));
}

/** Creates an X.509 name that consists of a common name. */
export function nameOf(text: string): AsnType {
  const value = [commonName, new Utf8String({ value: text })];
  return encoded(new Sequence({ value: [new AsnSet({ value: [new Sequence({ value })] })] }));
}

export function extension(identifier: string, value: object, isCritical = false): AsnType {
  const critical = isCritical ? [new AsnBoolean({ value: true })] : [];
  const content = new OctetString({ valueHex: AsnConvert.serialize(value) });
  return encoded(new Sequence({ value: [new ObjectIdentifier({ value: identifier }), ...critical, content] }));
}

/** SubjectPublicKeyInfo element of a certificate, and the key identifier (RFC 5280, 4.2.1.2). */
export type PublicKeyInfo = Readonly<{ element: AsnType; identifier: ArrayBuffer }>;

/** Encodes a public key for a certificate. A string must be PEM. */
export function publicKeyInfo(publicKey: string | KeyObject): PublicKeyInfo {
  const key = typeof publicKey === "string" ? createPublicKey(publicKey) : publicKey;
  const der = key.export({ type: "spki", format: "der" });
  const { result } = fromBER(der);
  const bits = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
  if (!(bits instanceof BitString)) throw new Error("this is not a public key of a certificate");
  const identifier = Uint8Array.from(createHash("sha1").update(bits.valueBlock.valueHexView).digest()).buffer;
  return { element: new Encoded(der), identifier };
}

function tagged(tagNumber: number, content: AsnType): AsnType {
  return new Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [content] });
}

function time(at: number): AsnType {
  const valueDate = new Date(at);
  return valueDate.getUTCFullYear() < longYears ? new UTCTime({ valueDate }) : new GeneralizedTime({ valueDate });
}

function derOf(element: AsnType): Uint8Array {
  return new Uint8Array(element.toBER());
}

function pemOf(der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .replace(/.{64}(?=.)/g, "$&\n");
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Sets the first two bits of a serial number to 01, so that it is a positive integer without leading zeros. */
function positive(serial: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(serial);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}
