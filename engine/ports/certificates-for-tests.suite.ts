import { createHmac } from "node:crypto";
import type { CertificateFacts, Certificates } from "./certificates.ts";

export const noCertificates: Certificates = {
  generateKeys: () => Promise.reject(new Error("this test has no keys")),
  faultOf: () => undefined,
  issue: () => none(),
  ...{ keysOf: none, authority: none, read: none, isIssuedBy: none },
};

function none(): never {
  throw new Error("this test has no certificates");
}

/**
 * Certificates port for tests of the engine. Certificates are JSON texts with an HMAC. A public key contains its
 * private key.
 */
export const certificatesForTests: Certificates = {
  ...noCertificates,
  keysOf(seed) {
    const digits = seed.toHex();
    return { privateKey: `key ${digits}`, publicKey: pemOf(digits) };
  },
  authority: ({ commonName, keys, notAfter }) =>
    signed({ commonName, publicKey: keys.publicKey, notAfter }, keys.privateKey),
  issue: ({ commonName, publicKey, notAfter, authority }) =>
    signed({ commonName, publicKey, notAfter }, authority.privateKey),
  read: (certificate) => parsed(certificate)?.facts,
  isIssuedBy(certificate, authority) {
    const [issued, signer] = [parsed(certificate), parsed(authority)];
    if (!issued || !signer) return false;
    const digits = Uint8Array.fromBase64(signer.facts.publicKey.split("\n")[1] ?? "").toHex();
    return issued.signature === signatureOf(issued.facts, `key ${digits}`);
  },
};

type Signed = Readonly<{ facts: CertificateFacts; signature: string }>;

function pemOf(digits: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${Uint8Array.fromHex(digits).toBase64()}\n-----END PUBLIC KEY-----\n`;
}

function signed(facts: CertificateFacts, privateKey: string): string {
  return JSON.stringify({ facts, signature: signatureOf(facts, privateKey) } satisfies Signed);
}

function signatureOf(facts: CertificateFacts, privateKey: string): string {
  return createHmac("sha256", privateKey).update(JSON.stringify(facts)).digest("hex");
}

function parsed(certificate: string): Signed | undefined {
  try {
    return JSON.parse(certificate);
  } catch {
    return undefined;
  }
}
