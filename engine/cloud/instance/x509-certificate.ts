import { berElements, onlyElement } from "./ber-element.ts";
import { type ObjectName, objectName } from "./object-identifiers.ts";

/** What of a certificate evidence is judged by. */
export type X509Certificate = Readonly<{
  /** Issuer and serial number in DER, by which signatures name their signer. */
  issuer: Uint8Array;
  serial: Uint8Array;
  /** The SubjectPublicKeyInfo in DER. */
  publicKey: Uint8Array;
  keyType: "rsa" | "dsa";
  /** What the certificate itself is signed with, such as `rsa with sha1`; undefined for what is not known here. */
  signedWith: ObjectName | undefined;
}>;

const explicitVersion = 0xa0;

/** The certificate in `der`; undefined when it is none, or has a key that is neither RSA nor DSA. Source: RFC 5280, 4.1. */
export function x509Certificate(der: Uint8Array): X509Certificate | undefined {
  try {
    const [signed, algorithm] = berElements(onlyElement(der).content);
    const parts = berElements(signed?.content ?? new Uint8Array(0));
    const [serial, , issuer, , , publicKey] = parts[0]?.tag === explicitVersion ? parts.slice(1) : parts;
    if (!algorithm || !serial || !issuer || !publicKey) return undefined;
    const [keyAlgorithm] = berElements(publicKey.content);
    const keyType = objectName(berElements(keyAlgorithm?.content ?? new Uint8Array(0))[0]);
    if (keyType !== "rsa" && keyType !== "dsa") return undefined;
    const signedWith = objectName(berElements(algorithm.content)[0]);
    return { issuer: issuer.whole, serial: serial.content, publicKey: publicKey.whole, keyType, signedWith };
  } catch {
    return undefined;
  }
}
