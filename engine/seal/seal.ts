import { Problem } from "../api/problem.ts";
import { type KeyedMutex, keyedMutex } from "../core/concurrency/keyed-mutex.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import type { Ports } from "../ports/ports.ts";
import type { Store } from "../ports/store.ts";
import { Keyring, keyBytes } from "./keyring.ts";
import { OpenKeys } from "./open-keys.ts";
import type { Sharing } from "./records.ts";
import { sealedProblem } from "./sealed-store.ts";
import { ShareCollection } from "./share-collection.ts";
import { expectSharing, shareKey } from "./sharing.ts";
import { StoredKeys } from "./stored-keys.ts";

export type UnsealedStatus = Readonly<{ clusterId: string; replicationMode: string; lastLogIndex: number }>;

/** The part of a cluster that exists only while it is unsealed. */
export interface Protected {
  standing(): UnsealedStatus;
  /** Creates a root token whose text is `token`, unless it exists. */
  ensureRoot(token: string): Promise<void>;
  stop(): Promise<void>;
}

/** Opens the unsealed part of a cluster on the decrypted `store`. Creates the root token `rootToken` if it is set. */
export type OpenProtected<P> = (
  store: Store,
  options: Readonly<{ rootToken?: string; keys: ClusterKeys }>,
) => Promise<P>;

export type SealPorts = Pick<Ports, "store" | "cryptography" | "entropy" | "clock" | "log">;

type Unsealed<P> = Readonly<{ keys: OpenKeys; inside: P }>;

export class Seal<P extends Protected> {
  readonly #ports: SealPorts;
  readonly #open: OpenProtected<P>;
  readonly #stored: StoredKeys;
  readonly #withLock: KeyedMutex = keyedMutex();
  readonly #whenSealed: (() => void)[] = [];
  #unsealed: Unsealed<P> | undefined;
  #unsealing: ShareCollection | undefined;
  #sealRequested = false;

  private constructor(ports: SealPorts, open: OpenProtected<P>, stored: StoredKeys) {
    this.#ports = ports;
    this.#open = open;
    this.#stored = stored;
  }

  /**
   * Opens the seal of the store. The cluster is then sealed, or uninitialised if the store has no
   * seal.
   */
  static async open<P extends Protected>(options: { ports: SealPorts; open: OpenProtected<P> }): Promise<Seal<P>> {
    return new Seal(options.ports, options.open, await StoredKeys.open(options.ports));
  }

  get isInitialized(): boolean {
    return this.#stored.sharing !== undefined;
  }

  get isSealed(): boolean {
    return this.#unsealed === undefined;
  }

  /** Sharing of the unseal key. Both numbers are 0 if the cluster is uninitialised. */
  get sharing(): Sharing {
    const { shares = 0, threshold = 0 } = this.#stored.sharing ?? {};
    return { shares, threshold };
  }

  /** Number of key shares that were provided to unseal, and the nonce of the attempt, which is "" without shares. */
  get unsealing(): Readonly<{ progress: number; nonce: string }> {
    return { progress: this.#unsealing?.progress ?? 0, nonce: this.#unsealing?.nonce ?? "" };
  }

  get inside(): P | undefined {
    return this.#unsealed?.inside;
  }

  /** Keys in use. Throws a Problem "unavailable" if the cluster is not unsealed. */
  get keys(): Pick<OpenKeys, "keyring" | "rotate" | "setRule"> {
    return this.#expectUnsealed().keys;
  }

  whenSealed(task: () => void): void {
    this.#whenSealed.push(task);
  }

  /**
   * Initialises and unseals the cluster. Returns the unseal key shares. Throws a Problem if the cluster
   * is initialised or `sharing` is invalid.
   */
  initialize(sharing: Sharing, options: { rootToken: string; unsealKey?: Uint8Array }): Promise<readonly Uint8Array[]> {
    return this.#exclusively(async () => {
      if (this.isInitialized) throw new Problem("refused", "Vault is already initialized");
      expectSharing(sharing, "seal configuration");
      await this.#stored.clearUnfinished();
      const { entropy, cryptography } = this.#ports;
      const unsealKey = Uint8Array.from(options.unsealKey ?? entropy.bytes(keyBytes));
      try {
        const shares = await shareKey(unsealKey, sharing, cryptography);
        const [rootKey, keyring] = [entropy.bytes(keyBytes), Keyring.fresh(this.#ports)];
        await this.#openInside({ rootKey, keyring }, { rootToken: options.rootToken }, () =>
          this.#stored.found({ rootKey, keyring, unsealKey, sharing }),
        );
        return shares;
      } finally {
        unsealKey.fill(0);
      }
    });
  }

  /**
   * Adds an unseal key share, and unseals if there are enough shares. Throws a Problem if the shares are
   * wrong or the cluster is uninitialised. Has no effect if the cluster is unsealed.
   */
  unseal(share: Uint8Array, options: Readonly<{ rootToken?: string }> = {}): Promise<void> {
    return this.#exclusively(async () => {
      if (!this.isInitialized) throw new Problem("refused", "Vault is not initialized");
      if (this.#unsealed) return;
      const { cryptography, entropy } = this.#ports;
      this.#unsealing ??= new ShareCollection({ nonce: uuid(entropy), cryptography });
      const collection = this.#unsealing;
      collection.add(share);
      if (collection.progress < this.sharing.threshold) return;
      this.#unsealing = undefined;
      const rootKey = await this.#unlock(collection);
      await this.#openInside({ rootKey, keyring: await this.#stored.keyring(rootKey) }, options);
    });
  }

  /** Discards the key shares that were provided. Throws a Problem if the cluster is unsealed. */
  resetUnsealing(): void {
    if (this.#unsealed) throw new Problem("refused", "vault is unsealed");
    this.#unsealing?.forget();
    this.#unsealing = undefined;
  }

  /** Seals the cluster: stops the unsealed part and overwrites the keys. Has no effect if it is not unsealed. */
  seal(): Promise<void> {
    return this.#exclusively(async () => {
      if (!this.#unsealed) return;
      const { keys, inside } = this.#unsealed;
      this.#unsealed = undefined;
      for (const task of this.#whenSealed) task();
      await inside.stop();
      await keys.forget();
      this.#ports.log.info("sealed", {});
    });
  }

  /** Makes the next {@link sealIfRequested} seal the cluster, so that the current request is completed before. */
  request(): void {
    this.#sealRequested = true;
  }

  async sealIfRequested(): Promise<void> {
    if (!this.#sealRequested) return;
    this.#sealRequested = false;
    await this.seal();
  }

  /** Checks that the key shares form the unseal key, and discards them. Throws a Problem if they do not. */
  async expectProof(collection: ShareCollection): Promise<void> {
    this.#expectUnsealed();
    try {
      (await this.#unlock(collection)).fill(0);
    } catch (error) {
      if (error instanceof Problem) throw new Problem("refused", `unable to authenticate: ${error.message}`);
      throw error;
    }
  }

  /** Replaces the unseal key and its sharing. The old unseal key becomes invalid. */
  replaceKey(unsealKey: Uint8Array, sharing: Sharing): Promise<void> {
    return this.#exclusively(() => {
      const { rootKey } = this.#expectUnsealed().keys;
      return this.#stored.relock({ rootKey, unsealKey, sharing });
    });
  }

  requireUnsealed(): P {
    return this.#expectUnsealed().inside;
  }

  #expectUnsealed(): Unsealed<P> {
    if (!this.#unsealed) throw sealedProblem();
    return this.#unsealed;
  }

  async #openInside(
    secrets: { rootKey: Uint8Array; keyring: Keyring },
    options: Readonly<{ rootToken?: string }>,
    last: () => Promise<void> = async () => {},
  ): Promise<void> {
    const keys = new OpenKeys({ ...secrets, stored: this.#stored, ports: this.#ports });
    let inside: P | undefined;
    try {
      inside = await this.#open(keys.store, { ...options, keys });
      await last();
    } catch (error) {
      await inside?.stop();
      keys.abandon();
      throw error;
    }
    this.#unsealed = { keys, inside };
    this.#ports.log.info("unsealed", { term: secrets.keyring.current.term });
  }

  async #unlock(collection: ShareCollection): Promise<Uint8Array> {
    const unsealKey = await collection.combine();
    try {
      return this.#stored.unlock(unsealKey);
    } finally {
      unsealKey?.fill(0);
    }
  }

  #exclusively<T>(task: () => Promise<T>): Promise<T> {
    return this.#withLock("seal", task);
  }
}
