import { Problem } from "../api/problem.ts";
import { type KeyedMutex, keyedMutex } from "../core/concurrency/keyed-mutex.ts";
import { uuid } from "../core/naming/random-names.ts";
import type { Ports } from "../ports/ports.ts";
import { keyBytes } from "./keyring.ts";
import type { Sharing } from "./records.ts";
import type { Protected, Seal } from "./seal.ts";
import { ShareCollection } from "./share-collection.ts";
import { expectSharing, shareKey } from "./sharing.ts";

type Unverified = { readonly unsealKey: Uint8Array; collection: ShareCollection };

type Attempt = {
  readonly sharing: Sharing;
  readonly verified: boolean;
  readonly collection: ShareCollection;
  unverified?: Unverified;
};

/** New key shares. `verificationNonce` is "" if no verification was requested. */
export type Rekeyed = Readonly<{ nonce: string; shares: readonly Uint8Array[]; verificationNonce: string }>;

/**
 * Replaces the unseal key for operators who provide enough shares of the current key. Only one attempt
 * can be in progress.
 */
export class Rekeying {
  readonly #seal: Seal<Protected>;
  readonly #ports: Pick<Ports, "entropy" | "cryptography">;
  readonly #withLock: KeyedMutex = keyedMutex();
  #attempt: Attempt | undefined;

  constructor(seal: Seal<Protected>, ports: Pick<Ports, "entropy" | "cryptography">) {
    this.#seal = seal;
    this.#ports = ports;
    seal.whenSealed(() => this.cancel());
  }

  get state(): Readonly<{
    started: boolean;
    nonce: string;
    sharing: Sharing;
    progress: number;
    verified: boolean;
    verification: Readonly<{ nonce: string; progress: number }> | undefined;
  }> {
    const { collection, sharing = { shares: 0, threshold: 0 }, verified = false, unverified } = this.#attempt ?? {};
    return {
      started: collection !== undefined,
      nonce: collection?.nonce ?? "",
      sharing,
      progress: collection?.progress ?? 0,
      verified,
      verification: unverified && { nonce: unverified.collection.nonce, progress: unverified.collection.progress },
    };
  }

  /** Begins an attempt. If `verified` is true, the current shares stay valid until the new shares are verified. */
  begin(sharing: Sharing, { verified }: { verified: boolean }): void {
    this.#seal.requireUnsealed();
    expectSharing(sharing, "rekey seal configuration");
    if (this.#attempt) throw new Problem("refused", "rekey already in progress");
    this.#attempt = { sharing, verified, collection: this.#newCollection() };
  }

  cancel(): void {
    this.#attempt?.collection.forget();
    this.#attempt?.unverified?.collection.forget();
    this.#attempt?.unverified?.unsealKey.fill(0);
    this.#attempt = undefined;
  }

  /**
   * Adds a share of the current unseal key. Resolves to the new shares if this was the last required
   * share, otherwise to undefined.
   */
  contribute(share: Uint8Array, { nonce }: { nonce: string }): Promise<Rekeyed | undefined> {
    return this.#withLock("contribute", async () => {
      this.#seal.requireUnsealed();
      const attempt = this.#attempt;
      if (!attempt || attempt.unverified) throw new Problem("refused", "no barrier rekey in progress");
      const { collection, sharing, verified } = attempt;
      expectNonce(nonce, collection, "rekey");
      addNew(collection, share, "rekey");
      if (collection.progress < this.#seal.sharing.threshold) return undefined;
      await this.#seal.expectProof(collection);
      const unsealKey = this.#ports.entropy.bytes(keyBytes);
      const shares = await shareKey(unsealKey, sharing, this.#ports.cryptography);
      if (this.#attempt !== attempt) throw new Problem("refused", "no barrier rekey in progress");
      if (verified) {
        attempt.unverified = { unsealKey, collection: this.#newCollection() };
        return { nonce, shares, verificationNonce: attempt.unverified.collection.nonce };
      }
      await this.#replace(unsealKey, sharing);
      return { nonce, shares, verificationNonce: "" };
    });
  }

  /**
   * Adds a new unseal key share, to verify that operators received the shares. Resolves to true if
   * this was the last share required; the new key is then in use.
   */
  verify(share: Uint8Array, { nonce }: { nonce: string }): Promise<boolean> {
    return this.#withLock("contribute", async () => {
      this.#seal.requireUnsealed();
      const attempt = this.#attempt;
      if (!attempt?.unverified) throw new Problem("refused", "no rekey verification in progress");
      const { collection, unsealKey } = attempt.unverified;
      expectNonce(nonce, collection, "verify");
      addNew(collection, share, "verify");
      if (collection.progress < attempt.sharing.threshold) return false;
      const key = await collection.combine();
      const isRight = key !== undefined && this.#ports.cryptography.equal(key, unsealKey);
      key?.fill(0);
      if (!isRight) throw new Problem("refused", "rekey verification failed; incorrect key shares supplied");
      if (this.#attempt !== attempt) throw new Problem("refused", "no rekey verification in progress");
      await this.#replace(unsealKey, attempt.sharing);
      return true;
    });
  }

  /** Discards the shares that were provided for the verification. The verification of the same new key starts again. */
  restartVerification(): void {
    this.#seal.requireUnsealed();
    if (!this.#attempt?.unverified) throw new Problem("refused", "no rekey verification in progress");
    this.#attempt.unverified.collection.forget();
    this.#attempt.unverified.collection = this.#newCollection();
  }

  async #replace(unsealKey: Uint8Array, sharing: Sharing): Promise<void> {
    await this.#seal.replaceKey(unsealKey, sharing);
    unsealKey.fill(0);
    this.#attempt = undefined;
  }

  #newCollection(): ShareCollection {
    const { entropy, cryptography } = this.#ports;
    return new ShareCollection({ nonce: uuid(entropy), cryptography });
  }
}

function expectNonce(nonce: string, collection: ShareCollection, what: string): void {
  if (nonce === collection.nonce) return;
  throw new Problem("refused", `incorrect nonce supplied; nonce for this ${what} operation is "${collection.nonce}"`);
}

function addNew(collection: ShareCollection, share: Uint8Array, what: string): void {
  if (collection.add(share)) return;
  throw new Problem("refused", `given key has already been provided during this ${what} operation`);
}
