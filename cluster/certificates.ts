import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  generateKeyPairSync,
  type KeyObject,
  sign,
  X509Certificate,
} from "node:crypto";
import { promisify } from "node:util";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from "@peculiar/asn1-x509";
import type { Authority, CertificateRequest, Certificates, KeyKind, KeyPair } from "#engine/ports/certificates.ts";

const commonName = "2.5.4.3";

/** Elliptic curves by the bits of their keys, as OpenSSL calls them. */
const curves: Readonly<Record<number, string>> = {
  224: "secp224r1",
  256: "prime256v1",
  384: "secp384r1",
  521: "secp521r1",
};

/** What signs, by the type of the authority's key and the bits of the digest (RFC 4055, RFC 5758, RFC 8410). */
const algorithms: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  rsa: { 256: "1.2.840.113549.1.1.11", 384: "1.2.840.113549.1.1.12", 512: "1.2.840.113549.1.1.13" },
  ec: { 256: "1.2.840.10045.4.3.2", 384: "1.2.840.10045.4.3.3", 512: "1.2.840.10045.4.3.4" },
};
const ed25519 = "1.3.101.112";
const null_ = Uint8Array.of(0x05, 0x00).buffer;

/**
 * X.509 certificates, signed by Node's own primitives. `keys` says where key pairs are made: "aside", while the process goes on, as a large RSA
 * key takes seconds; "at once", for tests that let no time pass meanwhile.
 */
export function nodeCertificates({ keys = "aside" }: { keys?: "aside" | "at once" } = {}): Certificates {
  return { generateKeys: keys === "aside" ? keysAside : keysAtOnce, faultOf, issue };
}

const encodings = {
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
} as const;

const generateAside = promisify(generateKeyPair);

function keysAside({ type, bits }: KeyKind): Promise<KeyPair> {
  if (type === "rsa") return generateAside("rsa", { modulusLength: bits, ...encodings });
  if (type === "ec") return generateAside("ec", { namedCurve: curveOf(bits), ...encodings });
  return generateAside("ed25519", encodings);
}

async function keysAtOnce({ type, bits }: KeyKind): Promise<KeyPair> {
  if (type === "rsa") return generateKeyPairSync("rsa", { modulusLength: bits, ...encodings });
  if (type === "ec") return generateKeyPairSync("ec", { namedCurve: curveOf(bits), ...encodings });
  return generateKeyPairSync("ed25519", encodings);
}

function curveOf(bits: number): string {
  const curve = curves[bits];
  if (curve === undefined) throw new RangeError(`there is no curve of ${bits} bits`);
  return curve;
}

function faultOf({ certificate, privateKey }: Partial<Authority>): string | undefined {
  const signer = certificate === undefined ? undefined : read(() => new X509Certificate(certificate));
  if (certificate !== undefined && signer === undefined) return "ca_cert is no PEM-encoded certificate";
  if (signer && !signer.ca) return "ca_cert is not the certificate of a certificate authority";
  const key = privateKey === undefined ? undefined : read(() => createPrivateKey(privateKey));
  if (privateKey !== undefined && key === undefined) return "ca_private_key is no PEM-encoded private key";
  if (signer && key && !signer.checkPrivateKey(key)) return "ca_private_key is not the key of ca_cert";
  if (key && !["rsa", "ec", "ed25519"].includes(key.asymmetricKeyType ?? ""))
    return "ca_private_key must be of the type rsa, ec or ed25519";
  return undefined;
}

function read<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}

function issue({ authority, signatureBits, ...request }: CertificateRequest): string {
  const signer = AsnConvert.parse(new X509Certificate(authority.certificate).raw, Certificate).tbsCertificate;
  const key = createPrivateKey(authority.privateKey);
  const algorithm = algorithmOf(key, signatureBits);
  const publicKey = AsnConvert.parse(
    createPublicKey(request.publicKey).export({ type: "spki", format: "der" }),
    SubjectPublicKeyInfo,
  );
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: positive(request.serial),
    signature: algorithm,
    issuer: signer.subject,
    validity: new Validity({ notBefore: new Date(request.notBefore), notAfter: new Date(request.notAfter) }),
    subject: nameOf(request.commonName),
    subjectPublicKeyInfo: publicKey,
    extensions: new Extensions([
      extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
      extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
      extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_clientAuth])),
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(identifierOf(publicKey))),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(identifierOf(signer.subjectPublicKeyInfo)) }),
      ),
    ]),
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

function nameOf(text: string): Name {
  const value = new AttributeValue({ utf8String: text });
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: commonName, value })])]);
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: new OctetString(AsnConvert.serialize(value)) });
}

/** The digest of a public key by which certificates speak of it (RFC 5280, 4.2.1.2). */
function identifierOf({ subjectPublicKey }: SubjectPublicKeyInfo): ArrayBuffer {
  return Uint8Array.from(createHash("sha1").update(Buffer.from(subjectPublicKey)).digest()).buffer;
}

/** A serial number has no sign, and no nought before it. */
function positive(serial: Uint8Array): ArrayBuffer {
  const bytes = Uint8Array.from(serial);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.buffer;
}
