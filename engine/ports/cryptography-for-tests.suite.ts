import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
  verify,
} from "node:crypto";
import { combine, split } from "shamir-secret-sharing";
import type { Cipher, Cryptography, SignedBytes } from "./cryptography.ts";

/** Cryptography port for tests of the engine: real primitives, except a fast password hash. */
export const cryptographyForTests: Cryptography = {
  hmac: (key, text) => createHmac("sha256", key).update(text).digest(),
  hmacHex: (key, text) => createHmac("sha256", key).update(text).digest("hex"),
  sha256: (text) => createHash("sha256").update([text].flat().join("")).digest("hex"),
  digest: (name, bytes) => createHash(name.replace("sha2-", "sha")).update(bytes).digest(),
  verifySignature,
  equal: (one, other) => one.length === other.length && timingSafeEqual(one, other),
  cipher,
  agreementKey: (own) => createPublicKey(privateKey(own)).export({ format: "raw-public" }),
  agree,
  deriveKey: (secret, { salt, info }) => new Uint8Array(hkdfSync("sha256", secret, salt, info, 32)),
  splitSecret: (secret, { shares, threshold }) => split(Uint8Array.from(secret), shares, threshold),
  combineShares: (shares) => combine(shares.map((share) => Uint8Array.from(share))),
  hashPassword: async (password, salt) => hashed(password, Buffer.from(salt).toString("hex")),
  verifyPassword: async (password, hash) => hashed(password, hash.split("$")[0] ?? "") === hash,
};

function verifySignature(signature: Uint8Array, { bytes, digest, algorithm, publicKey }: SignedBytes): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey), format: "der", type: "spki" });
    return key.asymmetricKeyType === algorithm && verify(digest, bytes, key, signature);
  } catch {
    return false;
  }
}

function hashed(password: string, salt: string): string {
  return `${salt}$${createHmac("sha256", salt).update(password).digest("hex")}`;
}

function cipher(given: Uint8Array, header: Uint8Array = new Uint8Array(0)): Cipher {
  if (given.length !== 32) throw new RangeError("a key has 32 bytes");
  const key = Uint8Array.from(given);
  return {
    seal(plain, { nonce, context }) {
      const sealing = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([sealing.update(plain, "utf8"), sealing.final()]);
      return Buffer.concat([header, nonce, encrypted, sealing.getAuthTag()]).toString("latin1");
    },
    open(sealed, context) {
      const bytes = Buffer.from(sealed, "latin1").subarray(header.length);
      try {
        const opening = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 });
        opening.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16));
        return Buffer.concat([opening.update(bytes.subarray(12, -16)), opening.final()]).toString("utf8");
      } catch {
        return undefined;
      }
    },
  };
}

function agree(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  const secret = privateKey(own);
  try {
    const key = createPublicKey({ key: Buffer.from(other), format: "raw-public", asymmetricKeyType: "x25519" });
    return diffieHellman({ privateKey: secret, publicKey: key });
  } catch {
    return undefined;
  }
}

function privateKey(bytes: Uint8Array): KeyObject {
  if (bytes.length !== 32) throw new RangeError("a private key has 32 bytes");
  return createPrivateKey({ key: Buffer.from(bytes), format: "raw-private", asymmetricKeyType: "x25519" });
}
