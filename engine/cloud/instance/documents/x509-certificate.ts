import { berElements, onlyElement } from "../../certificate/ber-element.ts";
import { type ObjectName, objectName } from "./object-identifiers.ts";

export type X509Certificate = Readonly<{
  /** Issuer, as DER. */
  issuer: Uint8Array;
  serial: Uint8Array;
  /** SubjectPublicKeyInfo, as DER. */
  publicKey: Uint8Array;
  keyType: "rsa" | "dsa";
  /** Algorithm with which the certificate itself was signed, such as `rsa with sha1`; undefined if unknown. */
  signedWith: ObjectName | undefined;
}>;

const explicitVersion = 0xa0;

/** Parses a certificate with an RSA or DSA key. Returns undefined for anything else. Source: RFC 5280. */
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
