import { Problem } from "../../../api/problem.ts";
import type { Cryptography } from "../../../ports/cryptography.ts";
import { readSignedMessage, type SignedMessage } from "./signed-message.ts";
import type { TrustedCertificates } from "./trusted-certificates.ts";
import type { X509Certificate } from "./x509-certificate.ts";

const armour = /^-----BEGIN PKCS7-----|-----END PKCS7-----$/g;

/** Names of signature algorithms that are accepted for a key type and a digest. Some signers name only the key type. */
const fitting: Readonly<Record<X509Certificate["keyType"], Readonly<Record<"sha1" | "sha256", readonly string[]>>>> = {
  rsa: { sha1: ["rsa", "rsa with sha1"], sha256: ["rsa", "rsa with sha256"] },
  dsa: { sha1: ["dsa", "dsa with sha1"], sha256: ["dsa", "dsa with sha256"] },
};

/**
 * Verifies a PKCS#7 message (base64, with or without PEM markers), and returns its content. One of the
 * certificates must belong to its signer. Throws a Problem if the verification fails (W4.3-08).
 */
export function verifyMessage(
  pkcs7: string,
  { certificates, allowSha1, cryptography }: TrustedCertificates & Readonly<{ cryptography: Cryptography }>,
): Uint8Array {
  const message = parsed(decoded(pkcs7));
  const signer = certificates.find(
    ({ issuer, serial }) => cryptography.equal(issuer, message.issuer) && cryptography.equal(serial, message.serial),
  );
  if (!signer) throw unverified("No certificate for signer");
  const { digest } = message;
  if (digest !== "sha256" && !(digest === "sha1" && allowSha1)) throw unverified("the digest is not SHA-256");
  if (!allowSha1 && signer.signedWith?.endsWith("sha1")) throw unverified("the certificate uses SHA-1");
  if (!fitting[signer.keyType][digest].includes(message.algorithm ?? "")) {
    throw unverified("the signature is not of the certificate's type");
  }
  const bytes = signedBytes(message, digest, cryptography);
  const { keyType: algorithm, publicKey } = signer;
  if (!cryptography.verifySignature(message.signature, { bytes, digest, algorithm, publicKey })) {
    throw unverified("signature mismatch");
  }
  return message.content;
}

function signedBytes(
  { content, attributes }: SignedMessage,
  digest: "sha1" | "sha256",
  cryptography: Cryptography,
): Uint8Array {
  if (!attributes) return content;
  const right = cryptography.digest(digest === "sha1" ? "sha1" : "sha2-256", content);
  if (attributes.contentType !== "data") throw unverified("the attributes are of other content");
  if (!cryptography.equal(attributes.messageDigest, right)) throw unverified("Message digest mismatch");
  return attributes.bytes;
}

function decoded(pkcs7: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(pkcs7.trim().replaceAll(armour, ""), { lastChunkHandling: "strict" });
  } catch {
    throw new Problem("refused", "failed to decode the PEM encoded PKCS#7 signature");
  }
}

function parsed(bytes: Uint8Array): SignedMessage {
  try {
    return readSignedMessage(bytes);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "";
    throw new Problem("refused", `failed to parse the BER encoded PKCS#7 signature: ${why}`, { cause });
  }
}

function unverified(why: string): Problem {
  return new Problem("refused", `failed to verify the signature: pkcs7: ${why}`);
}
