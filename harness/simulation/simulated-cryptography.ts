import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPublicKey,
  createSecretKey,
  hash,
  type KeyObject,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { combine } from "shamir-secret-sharing";
import { type Cipher, type Cryptography, nonceBytes, type SignedBytes } from "#engine/ports/cryptography.ts";
import type { Random } from "./random.ts";
import { keyAgreement } from "./simulated-key-agreement.ts";

const algorithm = "aes-256-gcm";
const tagBytes = 16;

/** Creates the cryptography port: key shares come from `source`, passwords have a fast hash, all else is real. */
export function simulatedCryptography(source: Random): Cryptography {
  return {
    hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
    hmacHex: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
    sha256: (text) => hash("sha256", typeof text === "string" ? text : text.join(""), "hex"),
    digest: (name, bytes) => createHash(name.replace("sha2-", "sha")).update(bytes).digest(),
    verifySignature,
    equal: (one, other) => one.length === other.length && timingSafeEqual(one, other),
    cipher: (key, header) => cipher(createSecretKey(key), header),
    ...keyAgreement,
    splitSecret: (secret, { shares, threshold }) => splitWithRandom(secret, { shares, threshold, source }),
    combineShares: (shares) => combine(shares.map((share) => Uint8Array.from(share))),
    // A slow hash would complete at an unpredictable time and make runs differ; no password is attacked in a
    // simulation.
    hashPassword: async (password, salt) => hashed(password, salt.toHex()),
    verifyPassword: async (password, hash) => hashed(password, hash.split("$")[1] ?? "") === hash,
  };
}

function verifySignature(signature: Uint8Array, { bytes, digest, algorithm, publicKey }: SignedBytes): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
    return key.asymmetricKeyType === algorithm && verify(digest, bytes, key, signature);
  } catch {
    return false;
  }
}

function hashed(password: string, salt: string): string {
  return `simulated$${salt}$${createHmac("sha256", salt).update(password).digest("hex")}`;
}

function cipher(key: KeyObject, header: Uint8Array = new Uint8Array(0)): Cipher {
  if (key.symmetricKeySize !== 32) throw new RangeError("a key has 32 bytes");
  return {
    seal(plain, { nonce, context }) {
      const sealing = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      sealing.setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([sealing.update(plain, "utf8"), sealing.final()]);
      return Buffer.concat([header, nonce, encrypted, sealing.getAuthTag()]).toString("latin1");
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, "latin1").subarray(header.length);
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      const [nonce, encrypted, tag] = [
        bytes.subarray(0, nonceBytes),
        bytes.subarray(nonceBytes, -tagBytes),
        bytes.subarray(-tagBytes),
      ];
      const opening = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      opening.setAAD(Buffer.from(context)).setAuthTag(tag);
      try {
        return Buffer.concat([opening.update(encrypted), opening.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * Splits a secret with random numbers from `source`. The library's `split` draws its random numbers from the system,
 * but its `combine` only computes. A polynomial is determined by the secret and threshold − 1 of its points. These
 * points are drawn here, and `combine` computes the other shares: applied to points whose x values are shifted by x, it
 * returns the value at x, because in this field only differences of x values matter.
 */
async function splitWithRandom(
  secret: Uint8Array,
  { shares, threshold, source }: Readonly<{ shares: number; threshold: number; source: Random }>,
): Promise<readonly Uint8Array[]> {
  const drawn = Array.from({ length: threshold - 1 }, (_, index) => point(index + 1, source.bytes(secret.length)));
  const curve = [point(0, secret), ...drawn];
  const found = Array.from({ length: shares - drawn.length }, async (_, index) => {
    const x = threshold + index;
    return point(x, await combine(curve.map((share) => point((share.at(-1) as number) ^ x, share.subarray(0, -1)))));
  });
  return [...drawn, ...(await Promise.all(found))];
}

function point(x: number, values: Uint8Array): Uint8Array {
  return Uint8Array.of(...values, x);
}
