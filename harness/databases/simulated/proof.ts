import { createPrivateKey, createPublicKey, randomBytes, sign, verify, X509Certificate } from "node:crypto";

/** Credentials that a client authenticates with. */
export type Proof =
  | Readonly<{ password: string }>
  /** PEM of the user's private key, with which a challenge is signed. */
  | Readonly<{ privateKey: string }>
  /** PEM of a certificate and of its private key. */
  | Readonly<{ certificate: string; privateKey: string }>;

/** Credentials that the database has stored for a user. */
export type Known = Readonly<{ password?: string; publicKey?: string; subject?: string }>;

/**
 * True if a proof matches the stored credentials. Certificates must be signed by one of
 * `authorities` (PEM) and valid at `now`, in milliseconds since 1970.
 */
export function isProven(
  proof: Proof,
  known: Known,
  { authorities, now }: { authorities: readonly string[]; now: number },
): boolean {
  if ("password" in proof) return known.password !== undefined && proof.password === known.password;
  if ("certificate" in proof)
    return known.subject !== undefined && isCertified(proof, known.subject, { authorities, now });
  return known.publicKey !== undefined && isSigned(proof.privateKey, known.publicKey);
}

/** Signs a challenge with the private key and verifies the signature with the public key. */
function isSigned(privateKey: string, publicKey: string): boolean {
  try {
    const challenge = randomBytes(32);
    return verify("sha256", challenge, createPublicKey(publicKey), sign("sha256", challenge, privateKey));
  } catch {
    return false;
  }
}

function isCertified(
  { certificate, privateKey }: { certificate: string; privateKey: string },
  subject: string,
  { authorities, now }: { authorities: readonly string[]; now: number },
): boolean {
  try {
    const shown = new X509Certificate(certificate);
    return (
      shown.subject.split("\n").includes(subject) &&
      shown.checkPrivateKey(createPrivateKey(privateKey)) &&
      shown.validFromDate.getTime() <= now &&
      now < shown.validToDate.getTime() &&
      authorities.some((authority) => shown.verify(new X509Certificate(authority).publicKey))
    );
  } catch {
    return false;
  }
}
