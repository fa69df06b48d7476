import { z } from "zod";
import { keyedMutex } from "../../core/concurrency/keyed-mutex.ts";
import { agreementKeyBytes, type Cryptography } from "../../ports/cryptography.ts";
import type { Entropy } from "../../ports/entropy.ts";
import type { Change, Store } from "../../ports/store.ts";

const keyPair = z.object({ publicKey: z.string(), privateKey: z.string() }).readonly();

/** An X25519 key pair that activations can be encrypted to, as hexadecimal digits. */
export type KeyPair = z.infer<typeof keyPair>;

/** Where key pairs are stored, each under its public half: so deleting one never deletes its successor. */
export const keyPairPrefix = "local/replication/key-pair/";

/** Where the key pair with `publicKey` is stored. */
export function keyPairKey(publicKey: string): string {
  return `${keyPairPrefix}${publicKey}`;
}

/** The key pair of a cluster that is to become a secondary. There is one at the most; it outlives restarts, and the wipe of a
 * `secondary/enable` with a token encrypted to it. */
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

  /** Makes a key pair in place of any other, and yields its public half in base64. */
  generate(): Promise<string> {
    return this.#withLock(keyPairPrefix, async () => {
      const { cryptography, entropy, store } = this.#ports;
      const privateKey = entropy.bytes(agreementKeyBytes);
      const publicKey = cryptography.agreementKey(privateKey);
      const pair: KeyPair = { publicKey: publicKey.toHex(), privateKey: privateKey.toHex() };
      const former = await store.range({ prefix: keyPairPrefix, keysOnly: true });
      await this.#commit([
        ...former.map(([key]) => ({ key, value: null })),
        { key: keyPairKey(pair.publicKey), value: JSON.stringify(pair) },
      ]);
      return publicKey.toBase64();
    });
  }

  /** The key pair, if one was made and has not served yet. */
  async current(): Promise<KeyPair | undefined> {
    const [stored] = await this.#ports.store.range({ prefix: keyPairPrefix, limit: 1 });
    return stored ? keyPair.parse(JSON.parse(stored[1])) : undefined;
  }
}
