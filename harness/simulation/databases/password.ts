import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from "node:crypto";

/** Matches a stored password of PostgreSQL: `SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>`. */
const scram = /^SCRAM-SHA-256\$(\d+):([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]{44}):[A-Za-z0-9+/=]{44}$/;

const maxIterations = 1_000_000;

/** Matches an MD5 hash of a password. A SCRAM login cannot be verified with it. */
const md5 = /^md5[0-9a-f]{32}$/;

/**
 * True if `candidate` matches `stored`, a password or a SCRAM secret (RFC 5802). An empty candidate matches nothing.
 */
export function isPassword(candidate: string, stored: string | null): boolean {
  if (stored === null || candidate === "" || md5.test(stored)) return false;
  const secret = scram.exec(stored);
  if (!secret) return candidate === stored;
  const [, iterations = "", salt = "", storedKey = ""] = secret;
  if (Number(iterations) > maxIterations) return false;
  const salted = pbkdf2Sync(candidate.normalize("NFKC"), Buffer.from(salt, "base64"), Number(iterations), 32, "sha256");
  const clientKey = createHmac("sha256", salted).update("Client Key").digest();
  return timingSafeEqual(createHash("sha256").update(clientKey).digest(), Buffer.from(storedKey, "base64"));
}
