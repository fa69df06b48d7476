import { createPrivateKey, createPublicKey, randomBytes, sign, verify, X509Certificate } from "node:crypto";

export type Proof =
  | Readonly<{ password: string }>
  /** The user's private key (PEM), with which the client signs a challenge. */
  | Readonly<{ privateKey: string }>
  /** The user's certificate and its private key (PEM). */
  | Readonly<{ certificate: string; privateKey: string }>;

/** Credentials of a user that the database stores. */
export type Known = Readonly<{ password?: string; publicKey?: string; subject?: string }>;

/**
 * Returns true if the proof matches the stored credentials. A certificate must be signed by one of `authorities` (PEM)
 * and valid at `now`, in milliseconds since 1970.
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
