import { createPrivateKey, generateKeyPair, generateKeyPairSync, X509Certificate } from "node:crypto";
import { promisify } from "node:util";
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  ExtendedKeyUsage,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  SubjectKeyIdentifier,
} from "@peculiar/asn1-x509";
import type { Authority, CertificateRequest, Certificates, KeyKind, KeyPair } from "#engine/ports/certificates.ts";
import { memberCertificates } from "./member-certificates.ts";
import { privateKeyOf } from "./private-keys.ts";
import { extension, nameOf, publicKeyInfo, signedCertificate } from "./signed-certificate.ts";
import { signerOf } from "./signers.ts";

const curves: Readonly<Record<number, string>> = {
  224: "secp224r1",
  256: "prime256v1",
  384: "secp384r1",
  521: "secp521r1",
};

/**
 * Creates and signs X.509 certificates with Node's cryptography. `aside` generates keys without blocking the event
 * loop, since a large RSA key takes seconds. `at once` blocks, so that no virtual time passes in a simulation.
 */
export function nodeCertificates({ keys = "aside" }: { keys?: "aside" | "at once" } = {}): Certificates {
  return { generateKeys: keys === "aside" ? keysAside : keysAtOnce, faultOf, issue, ...memberCertificates };
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

const forClients = [
  extension(id_ce_basicConstraints, new BasicConstraints({ cA: false }), true),
  extension(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature), true),
  extension(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_clientAuth])),
];

function issue({ authority, signatureBits, ...request }: CertificateRequest): string {
  const { subject: issuer, identifier } = signerOf(authority.certificate);
  const { element: publicKey, identifier: own } = publicKeyInfo(request.publicKey);
  return signedCertificate({
    ...{ key: privateKeyOf(authority), signatureBits, issuer, publicKey },
    ...{ subject: nameOf(request.commonName), serial: request.serial },
    ...{ notBefore: request.notBefore, notAfter: request.notAfter },
    extensions: [
      ...forClients,
      extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(own)),
      extension(
        id_ce_authorityKeyIdentifier,
        new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(identifier) }),
      ),
    ],
  });
}
