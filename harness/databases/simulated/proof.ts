import { createPrivateKey, createPublicKey, randomBytes, sign, verify, X509Certificate } from "node:crypto";

/** What a client authenticates with. */
export type Proof =
  | Readonly<{ password: string }>
  /** PEM of the private half of the user's key pair; a challenge is signed with it. */
  | Readonly<{ privateKey: string }>
  /** PEM of a certificate and of its private key. */
  | Readonly<{ certificate: string; privateKey: string }>;

/** What a user is known by. */
export type Known = Readonly<{ password?: string; publicKey?: string; subject?: string }>;

/** Whether a proof is that of the user who is known by `known`, at the moment `now`; certificates are those of `authorities`, as PEM. */
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

/** Has a challenge signed by who holds the private key, and judges the signature by the public one. */
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
