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
import { combine, split } from "shamir-secret-sharing";
import { type Cipher, type Cryptography, nonceBytes, type SignedBytes } from "#engine/ports/cryptography.ts";
import { hmacHex } from "./hmac.ts";
import { keyAgreement } from "./key-agreement.ts";
import { hashPassword, verifyPassword } from "./password-hash.ts";

const algorithm = "aes-256-gcm";
const tagBytes = 16;

export const nodeCryptography: Cryptography = {
  hmac: (key, text) => createHmac("sha256", key).update(text, "utf8").digest(),
  hmacHex,
  sha256,
  digest: (name, bytes) => createHash(name.replace("sha2-", "sha")).update(bytes).digest(),
  verifySignature,
  equal: (one, other) => one.length === other.length && timingSafeEqual(one, other),
  cipher: (key, header) => cipher(createSecretKey(key), header),
  ...keyAgreement,
  splitSecret: (secret, { shares, threshold }) => split(Uint8Array.from(secret), shares, threshold),
  combineShares: (shares) => combine(shares.map((share) => Uint8Array.from(share))),
  hashPassword,
  verifyPassword,
};

/**
 * Maximum total length, in characters, of texts that are concatenated before they are hashed. For longer texts, the
 * concatenation costs more than it saves.
 */
const joinedCharacters = 16 * 1024;

function sha256(text: string | readonly string[]): string {
  if (typeof text === "string") return hash("sha256", text, "hex");
  if (text.reduce((sum, { length }) => sum + length, 0) <= joinedCharacters)
    return hash("sha256", text.join(""), "hex");
  const hashing = createHash("sha256");
  for (const part of text) hashing.update(part, "utf8");
  return hashing.digest("hex");
}

const readKeys = new WeakMap<Uint8Array, KeyObject>();

function publicKeyIn(bytes: Uint8Array): KeyObject {
  const known = readKeys.get(bytes);
  if (known) return known;
  const key = createPublicKey({ key: Buffer.from(bytes), format: "der", type: "spki" });
  readKeys.set(bytes, key);
  return key;
}

function verifySignature(signature: Uint8Array, { bytes, digest, algorithm, publicKey }: SignedBytes): boolean {
  try {
    const key = publicKeyIn(publicKey);
    return key.asymmetricKeyType === algorithm && verify(digest, bytes, key, signature);
  } catch {
    return false;
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/**
 * Size of `scratch` in bytes. Sealed texts from `longBytes` to this length are converted to bytes
 * in `scratch`, since allocating a buffer for each of them would be slow.
 */
const scratchBytes = 2 * 1024 * 1024;
const longBytes = 64 * 1024;
let scratch: Buffer | undefined;

/** The next call may overwrite the returned bytes. */
function bytesOf(sealed: string): Buffer {
  if (sealed.length < longBytes || sealed.length > scratchBytes) return Buffer.from(sealed, "latin1");
  scratch ??= Buffer.allocUnsafeSlow(scratchBytes);
  return scratch.subarray(0, scratch.write(sealed, "latin1"));
}

function cipher(key: KeyObject, header: Uint8Array = new Uint8Array(0)): Cipher {
  if (key.symmetricKeySize !== 32) throw new RangeError("a key has 32 bytes");
  const [nonceAt, encryptedAt] = [header.length, header.length + nonceBytes];
  return {
    seal(plain, { nonce, context }) {
      const sealing = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      sealing.setAAD(Buffer.from(context));
      const encrypted = sealing.update(plain, "utf8");
      sealing.final();
      const tag = sealing.getAuthTag();
      // Long values are joined as strings, which saves a copy. A short value joined so would stay in several pieces as
      // long as it is stored.
      if (encrypted.length >= longBytes) return latin1(header) + latin1(nonce) + latin1(encrypted) + latin1(tag);
      return latin1(Buffer.concat([header, nonce, encrypted, tag]));
    },
    open(sealed, context) {
      const bytes = bytesOf(sealed);
      const tagAt = bytes.length - tagBytes;
      if (tagAt < encryptedAt) return undefined;
      const opening = createDecipheriv(algorithm, key, bytes.subarray(nonceAt, encryptedAt), {
        authTagLength: tagBytes,
      });
      opening.setAAD(Buffer.from(context));
      opening.setAuthTag(bytes.subarray(tagAt));
      const plain = opening.update(bytes.subarray(encryptedAt, tagAt));
      try {
        opening.final();
      } catch {
        return undefined;
      }
      return plain.toString("utf8");
    },
  };
}
