import { Problem } from "../../../api/problem.ts";
import type { Cryptography } from "../../../ports/cryptography.ts";
import type { TrustedCertificates } from "./trusted-certificates.ts";

/**
 * Decodes and returns the identity document in `identity` (base64). Throws a Problem unless `signature` (base64) is an
 * RSA signature of its SHA-256 by the key of one of the certificates (W4.3-08). Certificates that were signed with
 * SHA-1 count only if `allowSha1` is true.
 */
export function verifyDocument(
  { identity, signature }: Readonly<{ identity: string; signature: string }>,
  { certificates, allowSha1, cryptography }: TrustedCertificates & Readonly<{ cryptography: Cryptography }>,
): Uint8Array {
  const bytes = decoded(identity, "the instance identity document");
  const signed = decoded(signature, "the SHA256 RSA signature of the instance identity document");
  const genuine = certificates.some(
    ({ keyType, publicKey, signedWith }) =>
      keyType === "rsa" &&
      (allowSha1 || !signedWith?.endsWith("sha1")) &&
      cryptography.verifySignature(signed, { bytes, digest: "sha256", algorithm: "rsa", publicKey }),
  );
  if (!genuine) {
    throw new Problem("refused", "instance identity verification using SHA256 RSA signature is unsuccessful");
  }
  return bytes;
}

function decoded(text: string, what: string): Uint8Array {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
    if (bytes.length > 0) return bytes;
  } catch {}
  throw new Problem("refused", `failed to base64 decode ${what}`);
}
