import { createHash, sign, X509Certificate } from "node:crypto";
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContent,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
} from "@peculiar/asn1-cms";
import { AsnConvert, OctetString } from "@peculiar/asn1-schema";
import { Certificate } from "@peculiar/asn1-x509";
import { privateKeyOf, type Signer } from "./test-authority.ts";

export type MessageOptions = Readonly<{
  content: Uint8Array;
  signers: readonly Signer[];
  /** Default: sha256. */
  digest?: "sha1" | "sha256";
  /** The bytes that are signed, if they are not those of the content. */
  signed?: Uint8Array;
  /** Whether the message includes the content. Default: true. */
  attached?: boolean;
  /** Whether the message includes the signers' certificates. Default: false. */
  certificates?: boolean;
}>;

const algorithms = {
  sha1: "1.3.14.3.2.26",
  sha256: "2.16.840.1.101.3.4.2.1",
  rsa: "1.2.840.113549.1.1.1",
  dsa: { sha1: "1.2.840.10040.4.3", sha256: "2.16.840.1.101.3.4.3.2" },
} as const;

/** Returns a PKCS#7 message in DER with signed attributes as AWS's, encoded by @peculiar/asn1-cms (RFC 5652, 5). */
export function signedMessage(options: MessageOptions): Uint8Array {
  const { content, signers, digest = "sha256", attached = true, certificates = false } = options;
  const eContent = new EncapsulatedContent({ single: new OctetString(content) });
  const data = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([
      new DigestAlgorithmIdentifier({ algorithm: algorithms[digest] }),
    ]),
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: id_data,
      ...(attached ? { eContent } : undefined),
    }),
    signerInfos: new SignerInfos(signers.map((signer) => signerInfo(signer, options.signed ?? content, digest))),
    ...(certificates ? { certificates: new CertificateSet(signers.map(certificateChoice)) } : undefined),
  });
  const whole = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(data) });
  return new Uint8Array(AsnConvert.serialize(whole));
}

function signerInfo(signer: Signer, content: Uint8Array, digest: "sha1" | "sha256"): SignerInfo {
  const key = privateKeyOf(signer);
  const { issuer, serialNumber } = parsed(signer.certificate).tbsCertificate;
  const hash = createHash(digest).update(content).digest();
  const attributes = [
    new Attribute({ attrType: id_contentType, attrValues: [derOf(0x06, Buffer.from("2a864886f70d010701", "hex"))] }),
    new Attribute({ attrType: id_messageDigest, attrValues: [derOf(0x04, hash)] }),
  ];
  // The signature covers the attributes as a DER SET.
  const signed = derOf(
    0x31,
    Buffer.concat(attributes.map((attribute) => Buffer.from(AsnConvert.serialize(attribute)))),
  );
  const algorithm = key.asymmetricKeyType === "dsa" ? algorithms.dsa[digest] : algorithms.rsa;
  return new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: new DigestAlgorithmIdentifier({ algorithm: algorithms[digest] }),
    signedAttrs: attributes,
    signatureAlgorithm: new SignatureAlgorithmIdentifier({ algorithm }),
    signature: new OctetString(sign(digest, Buffer.from(signed), key)),
  });
}

function certificateChoice({ certificate }: Signer): CertificateChoices {
  return new CertificateChoices({ certificate: parsed(certificate) });
}

const read = new Map<string, Certificate>();

function parsed(pem: string): Certificate {
  const known = read.get(pem) ?? AsnConvert.parse(new X509Certificate(pem).raw, Certificate);
  read.set(pem, known);
  return known;
}

function derOf(tag: number, content: Uint8Array): ArrayBuffer {
  const { length } = content;
  const lengthBytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.from([tag, ...lengthBytes, ...content]).buffer;
}
