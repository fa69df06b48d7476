import { Problem } from "../../api/problem.ts";
import { type Cipher, type Cryptography, nonceBytes } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import { collection, type Storage, type StorageChange } from "../storage/storage.ts";
import { completeToken, type NewToken, recordOf, type Token, type TokenRecord, tokenOf } from "./token.ts";

const prefix = "hvb.";

/** Tells what is sealed in a batch token from anything else that may ever be sealed with its key. */
const context = "batch token";

/** Longest text of a batch token: it has to fit into a header, of which HTTP servers take 16 KiB at most. */
export const longestText = 12_288;

const keyBytes = 32;

/** The key is shared: a token holds wherever the data are replicated to. */
const keys = collection<string>("shared", "batch-token/");

/**
 * Tokens of which nothing is stored: all there is to know of one is sealed into its text, with a key that all clusters of a replication set
 * have. They cannot be renewed or revoked.
 */
export class BatchTokens {
  readonly #storage: Storage;
  readonly #entropy: Entropy;
  readonly #cryptography: Cryptography;
  #ready: Readonly<{ key: string; cipher: Cipher }> | undefined;

  /** `storage` is the root namespace's. */
  constructor(options: { storage: Storage; entropy: Entropy; cryptography: Cryptography }) {
    this.#storage = options.storage;
    this.#entropy = options.entropy;
    this.#cryptography = options.cryptography;
  }

  /** Whether `text` has the form of a batch token. */
  static isOne(text: string): boolean {
    return text.startsWith(prefix);
  }

  /** The change that gives a new replication set its key. */
  static firstChange(entropy: Entropy): StorageChange {
    return keys.put("key", entropy.bytes(keyBytes).toBase64());
  }

  /** Throws a Problem when the token would be too long, or the primary has not sent the key yet. */
  async create(wanted: NewToken): Promise<{ token: Token; text: string }> {
    const cipher = await this.#cipher();
    if (!cipher) throw new Problem("unavailable", "the key of batch tokens has not arrived from the primary yet");
    const token = completeToken({ ...wanted, type: "batch", renewable: false }, "");
    const sealed = cipher.seal(JSON.stringify(recordOf(token)), { nonce: this.#entropy.bytes(nonceBytes), context });
    const bytes = Uint8Array.from(sealed, (character) => character.charCodeAt(0));
    const text = prefix + bytes.toBase64({ alphabet: "base64url", omitPadding: true });
    if (text.length > longestText) {
      throw new Problem(
        "refused",
        `a batch token of ${text.length} characters is too long; at most ${longestText} are allowed`,
      );
    }
    return { token, text };
  }

  /** The token that `text` is; undefined when it was not made here or in the same replication set. */
  async open(text: string): Promise<Token | undefined> {
    if (text.length > longestText) return undefined;
    const cipher = await this.#cipher();
    const sealed = sealedIn(text);
    const record = sealed === undefined ? undefined : cipher?.open(sealed, context);
    return record === undefined ? undefined : tokenOf("", JSON.parse(record) as TokenRecord);
  }

  /** Read each time: replication may bring another key at any moment. */
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
