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

/** What an unsealed cluster says of itself. */
export type Standing = Readonly<{ clusterId: string; replicationMode: string; lastLogIndex: number }>;

/** What the seal opens when it has the keys, and stops before it forgets them. */
export interface Protected {
  standing(): Standing;
  /** Makes a root token of this text. */
  ensureRoot(token: string): Promise<void>;
  stop(): Promise<void>;
}

/** Opens what is protected over a plain view of the store. With a `rootToken`, that token is made. */
export type OpenProtected<P> = (
  store: Store,
  options: Readonly<{ rootToken?: string; keys: ClusterKeys }>,
) => Promise<P>;

export type SealPorts = Pick<Ports, "store" | "cryptography" | "entropy" | "clock" | "log">;

type Unsealed<P> = Readonly<{ keys: OpenKeys; inside: P }>;

/** The seal of one cluster: uninitialised, then sealed or unsealed. What it protects exists only while it is unsealed. */
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

  /** The seal that the store holds: sealed, or uninitialised when there is none. */
  static async open<P extends Protected>(options: { ports: SealPorts; open: OpenProtected<P> }): Promise<Seal<P>> {
    return new Seal(options.ports, options.open, await StoredKeys.open(options.ports));
  }

  get isInitialized(): boolean {
    return this.#stored.sharing !== undefined;
  }

  get isSealed(): boolean {
    return this.#unsealed === undefined;
  }

  /** How the unseal key is shared; before there is one, nothing of nothing. */
  get sharing(): Sharing {
    const { shares = 0, threshold = 0 } = this.#stored.sharing ?? {};
    return { shares, threshold };
  }

  /** How far unsealing is; the nonce is "" when nothing was handed in. */
  get unsealing(): Readonly<{ progress: number; nonce: string }> {
    return { progress: this.#unsealing?.progress ?? 0, nonce: this.#unsealing?.nonce ?? "" };
  }

  /** What is protected; undefined while sealed. */
  get inside(): P | undefined {
    return this.#unsealed?.inside;
  }

  /** The keys in use. Throws a Problem "unavailable" while sealed. */
  get keys(): Pick<OpenKeys, "keyring" | "rotate" | "govern"> {
    return this.#expectUnsealed().keys;
  }

  /** Has `task` done whenever the seal closes. */
  whenSealed(task: () => void): void {
    this.#whenSealed.push(task);
  }

  /** Initialises the cluster, unsealed, with this root token. Resolves to its unseal key shares, which are not stored. */
  initialize(sharing: Sharing, given: { rootToken: string; unsealKey?: Uint8Array }): Promise<readonly Uint8Array[]> {
    return this.#exclusively(async () => {
      if (this.isInitialized) throw new Problem("refused", "Vault is already initialized");
      expectSharing(sharing, "seal configuration");
      await this.#stored.clearSite();
      const { entropy, cryptography } = this.#ports;
      const unsealKey = Uint8Array.from(given.unsealKey ?? entropy.bytes(keyBytes));
      try {
        const shares = await shareKey(unsealKey, sharing, cryptography);
        const [rootKey, keyring] = [entropy.bytes(keyBytes), Keyring.fresh(this.#ports)];
        await this.#enter({ rootKey, keyring }, { rootToken: given.rootToken }, () =>
          this.#stored.found({ rootKey, keyring, unsealKey, sharing }),
        );
        return shares;
      } finally {
        unsealKey.fill(0);
      }
    });
  }

  /** Takes one unseal key share; unseals with the last one that is needed. Throws a Problem when they were wrong. */
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
      await this.#enter({ rootKey, keyring: await this.#stored.keyring(rootKey) }, options);
    });
  }

  /** Discards the unseal key shares so far. Throws a Problem when there is nothing to unseal. */
  resetUnsealing(): void {
    if (this.#unsealed) throw new Problem("refused", "vault is unsealed");
    this.#unsealing?.forget();
    this.#unsealing = undefined;
  }

  /** Stops what is protected and forgets the keys. Does nothing when that is so already. */
  seal(): Promise<void> {
    return this.#exclusively(async () => {
      if (!this.#unsealed) return;
      const { keys, inside } = this.#unsealed;
      // From here on no request gets in any more; those inside meet a closed store.
      this.#unsealed = undefined;
      for (const task of this.#whenSealed) task();
      await inside.stop();
      await keys.forget();
      this.#ports.log.info("sealed", {});
    });
  }

  /** Requests a seal at the next {@link sealIfRequested}: the request itself has to be answered first. */
  request(): void {
    this.#sealRequested = true;
  }

  /** Seals the cluster if `request` was called. */
  async sealIfRequested(): Promise<void> {
    if (!this.#sealRequested) return;
    this.#sealRequested = false;
    await this.seal();
  }

  /** Throws a Problem when the key shares of `collection` are not those of the unseal key. They are discarded either way. */
  async expectProof(collection: ShareCollection): Promise<void> {
    this.#expectUnsealed();
    try {
      (await this.#unlock(collection)).fill(0);
    } catch (error) {
      if (error instanceof Problem) throw new Problem("refused", `unable to authenticate: ${error.message}`);
      throw error;
    }
  }

  /** Another unseal key opens from now on, shared as told, and the old one no more. */
  replaceKey(unsealKey: Uint8Array, sharing: Sharing): Promise<void> {
    return this.#exclusively(() => {
      const { rootKey } = this.#expectUnsealed().keys;
      return this.#stored.relock({ rootKey, unsealKey, sharing });
    });
  }

  /** Throws a Problem "unavailable" while sealed. */
  expectInside(): P {
    return this.#expectUnsealed().inside;
  }

  #expectUnsealed(): Unsealed<P> {
    if (!this.#unsealed) throw sealedProblem();
    return this.#unsealed;
  }

  /** Opens what is protected; `last` has to succeed too before a request gets in. */
  async #enter(
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
