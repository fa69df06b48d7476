import { z } from "zod";
import { Problem } from "../../api/problem.ts";
import { agreementKeyBytes, type Cipher, type Cryptography, nonceBytes } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Activation } from "../machine/command.ts";
import type { KeyPair } from "../runtime/key-pairs.ts";
import { activationIn, bundleOf } from "./activation.ts";

/**
 * Prefix of an encrypted activation token. It is followed, in URL-safe base64, by the primary's ephemeral X25519 public
 * key, and the nonce, ciphertext and tag of AES-256-GCM.
 */
const prefix = "activation-1.";

const ending = z.object({ expires_at: z.number() });

export function isEncrypted(token: string): boolean {
  return token.startsWith(prefix);
}

/** Encrypts an activation, and returns the token. It is invalid from `expiresAt` on, in milliseconds since 1970. */
export type Encryption = (activation: Activation, expiresAt: number) => string;

/**
 * Returns a function that encrypts to `publicKeyText`, the base64 of an X25519 public key. Only the holder of the
 * private key can decrypt the token. Throws a Problem "refused" when the key is invalid.
 */
export function encryptionTo(
  publicKeyText: string,
  { cryptography, entropy }: Readonly<{ cryptography: Cryptography; entropy: Entropy }>,
): Encryption {
  const publicKey = bytesOf(publicKeyText, "base64");
  const own = entropy.bytes(agreementKeyBytes);
  const shared = publicKey && cryptography.agree(own, publicKey);
  if (!shared) {
    throw new Problem("refused", "secondary_public_key must be what secondary/generate-public-key answered");
  }
  const ephemeral = cryptography.agreementKey(own);
  const { cipher, context } = cipherOf(cryptography, { shared, ephemeral, publicKey });
  return (activation, expiresAt) => {
    const plain = JSON.stringify({ ...bundleOf(activation), expires_at: expiresAt } satisfies z.input<typeof ending>);
    const sealed = cipher.seal(plain, { nonce: entropy.bytes(nonceBytes), context });
    const bytes = Uint8Array.of(...ephemeral, ...Uint8Array.from(sealed, (character) => character.charCodeAt(0)));
    return prefix + base64Url(bytes);
  };
}

/**
 * Decrypts `token` with `pair`. Throws a Problem "refused" when there is no pair, when the token was altered or is for
 * another cluster, or when it has expired at `now`. Error texts do not contain the token.
 */
export function decrypted(
  token: string,
  { cryptography, pair, now }: Readonly<{ cryptography: Cryptography; pair: KeyPair | undefined; now: number }>,
): Activation {
  if (!pair) {
    throw new Problem(
      "refused",
      "token is encrypted to a public key, and this cluster has none; call secondary/generate-public-key first",
    );
  }
  const content = jsonIn(plainText(token.slice(prefix.length), cryptography, pair));
  const activation = activationIn(content);
  const end = ending.safeParse(content);
  if (!activation || !end.success) {
    throw new Problem(
      "refused",
      "token cannot be decrypted: it was altered, or is encrypted to another public key than this cluster's latest",
    );
  }
  if (now >= end.data.expires_at) throw new Problem("refused", "token has expired");
  return { ...activation, publicKey: pair.publicKey };
}

function plainText(encoded: string, cryptography: Cryptography, pair: KeyPair): string | undefined {
  const bytes = bytesOf(encoded, "base64url");
  // Only the canonical encoding is accepted: otherwise a token could be altered in unused bits.
  if (!bytes || base64Url(bytes) !== encoded) return undefined;
  const ephemeral = bytes.subarray(0, agreementKeyBytes);
  const shared = cryptography.agree(Uint8Array.fromHex(pair.privateKey), ephemeral);
  if (!shared) return undefined;
  const publicKey = Uint8Array.fromHex(pair.publicKey);
  const { cipher, context } = cipherOf(cryptography, { shared, ephemeral, publicKey });
  const sealed = Array.from(bytes.subarray(agreementKeyBytes), (byte) => String.fromCharCode(byte)).join("");
  return cipher.open(sealed, context);
}

function jsonIn(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cipherOf(
  cryptography: Cryptography,
  { shared, ephemeral, publicKey }: Readonly<Record<"shared" | "ephemeral" | "publicKey", Uint8Array>>,
): Readonly<{ cipher: Cipher; context: string }> {
  const info = Uint8Array.from(prefix, (character) => character.charCodeAt(0));
  const key = cryptography.deriveKey(shared, { salt: Uint8Array.of(...ephemeral, ...publicKey), info });
  return { cipher: cryptography.cipher(key), context: `${prefix}${ephemeral.toHex()}.${publicKey.toHex()}` };
}

function bytesOf(text: string, alphabet: "base64" | "base64url"): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(text, { alphabet });
  } catch {
    return undefined;
  }
}

function base64Url(bytes: Uint8Array): string {
  return bytes.toBase64({ alphabet: "base64url", omitPadding: true });
}
