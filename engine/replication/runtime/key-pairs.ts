import { z } from "zod";
import { keyedMutex } from "../../core/concurrency/keyed-mutex.ts";
import { agreementKeyBytes, type Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Change, Store } from "../../ports/store.ts";

const keyPair = z.object({ publicKey: z.string(), privateKey: z.string() }).readonly();

/** An X25519 key pair to which activation tokens can be encrypted, in hexadecimal digits. */
export type KeyPair = z.infer<typeof keyPair>;

/**
 * Prefix of the keys under which key pairs are stored. Each is stored under its public key, so that deleting one key
 * pair never deletes its successor.
 */
export const keyPairPrefix = "local/replication/key-pair/";

export function keyPairKey(publicKey: string): string {
  return `${keyPairPrefix}${publicKey}`;
}

/**
 * The key pair of a cluster that is to become a secondary; at most one exists. It survives restarts, and also the wipe
 * of a `secondary/enable` whose token is encrypted to it.
 */
export class KeyPairs {
  readonly #ports: Readonly<{ cryptography: Cryptography; entropy: Entropy; store: Store }>;
  readonly #commit: (changes: readonly Change[]) => Promise<void>;
  readonly #withLock = keyedMutex();

  constructor(
    ports: Readonly<{ cryptography: Cryptography; entropy: Entropy; store: Store }>,
    commit: (changes: readonly Change[]) => Promise<void>,
  ) {
    this.#ports = ports;
    this.#commit = commit;
  }

  /** Creates a key pair, which replaces any earlier one. Resolves to its public key in base64. */
  generate(): Promise<string> {
    return this.#withLock(keyPairPrefix, async () => {
      const { cryptography, entropy, store } = this.#ports;
      const privateKey = entropy.bytes(agreementKeyBytes);
      const publicKey = cryptography.agreementKey(privateKey);
      const pair: KeyPair = { publicKey: publicKey.toHex(), privateKey: privateKey.toHex() };
      const previous = await store.range({ prefix: keyPairPrefix, keysOnly: true });
      await this.#commit([
        ...previous.map(([key]) => ({ key, value: null })),
        { key: keyPairKey(pair.publicKey), value: JSON.stringify(pair) },
      ]);
      return publicKey.toBase64();
    });
  }

  async current(): Promise<KeyPair | undefined> {
    const [stored] = await this.#ports.store.range({ prefix: keyPairPrefix, limit: 1 });
    return stored ? keyPair.parse(JSON.parse(stored[1])) : undefined;
  }
}
