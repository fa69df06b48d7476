import { Problem } from "../../api/problem.ts";
import { type Cipher, type Cryptography, nonceBytes } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import { completeToken, type NewToken, recordOf, type Token, type TokenRecord, tokenOf } from "./token.ts";

const prefix = "hvb.";

const context = "batch token";

export const maxTextLength = 12_288;

const keyBytes = 32;

/** Encryption key, shared so that all clusters of a replication set accept the same tokens. */
const keys = collection<string>("shared", "batch-token/");

/**
 * Batch tokens: tokens that are not stored. The text of a batch token is its encrypted data; the clusters of a
 * replication set share the key. Batch tokens cannot be renewed or revoked.
 */
export class BatchTokens {
  readonly #storage: Storage;
  readonly #entropy: Entropy;
  readonly #cryptography: Cryptography;
  #ready: Readonly<{ key: string; cipher: Cipher }> | undefined;

  constructor(options: { storage: Storage; entropy: Entropy; cryptography: Cryptography }) {
    this.#storage = options.storage;
    this.#entropy = options.entropy;
    this.#cryptography = options.cryptography;
  }

  static isOne(text: string): boolean {
    return text.startsWith(prefix);
  }

  /** Returns the change that stores a new encryption key for a new replication set. */
  static firstChange(entropy: Entropy): StorageChange {
    return keys.put("key", entropy.bytes(keyBytes).toBase64());
  }

  /**
   * Creates a batch token. Throws a Problem "refused" if the token is too long, and "unavailable" if the key is not
   * replicated to this cluster yet.
   */
  async create(wanted: NewToken): Promise<{ token: Token; text: string }> {
    const cipher = await this.#cipher();
    if (!cipher) throw new Problem("unavailable", "the key of batch tokens has not arrived from the primary yet");
    const token = completeToken({ ...wanted, type: "batch", renewable: false }, "");
    const sealed = cipher.seal(JSON.stringify(recordOf(token)), { nonce: this.#entropy.bytes(nonceBytes), context });
    const bytes = Uint8Array.from(sealed, (character) => character.charCodeAt(0));
    const text = prefix + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    if (text.length > maxTextLength) {
      throw new Problem(
        "refused",
        `a batch token of ${text.length} characters is too long; at most ${maxTextLength} are allowed`,
      );
    }
    return { token, text };
  }

  /** Decrypts a batch token. Returns undefined if the text is invalid. */
  async open(text: string): Promise<Token | undefined> {
    if (text.length > maxTextLength) return undefined;
    const cipher = await this.#cipher();
    const sealed = sealedIn(text);
    const record = sealed === undefined ? undefined : cipher?.open(sealed, context);
    return record === undefined ? undefined : tokenOf("", JSON.parse(record) as TokenRecord);
  }

  async #cipher(): Promise<Cipher | undefined> {
    const key = await keys.read(this.#storage, "key");
    if (key === undefined) return undefined;
    if (this.#ready?.key !== key) this.#ready = { key, cipher: this.#cryptography.cipher(Uint8Array.fromBase64(key)) };
    return this.#ready.cipher;
  }
}

function sealedIn(text: string): string | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text.slice(prefix.length), { alphabet: "base64url" });
    let sealed = "";
    for (const byte of bytes) sealed += String.fromCharCode(byte);
    return sealed;
  } catch {
    return undefined;
  }
}
