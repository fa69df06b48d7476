import { saved } from "../api/errors/unsaved.ts";
import { Problem } from "../api/problem.ts";
import { nonceBytes } from "../ports/cryptography.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change } from "../ports/store.ts";
import type { Handover } from "./handover.ts";
import { Keyring, keyBytes } from "./keyring.ts";
import {
  foundingRecord,
  keyringRecord,
  type LockedRootKey,
  lockRootKey,
  parseLockedRootKey,
  rootKeyRecord,
  type Sharing,
  unlockRootKey,
} from "./records.ts";

export type KeyPorts = Pick<Ports, "store" | "cryptography" | "entropy" | "clock" | "log">;

/** Stored keys of one cluster: the root key, encrypted by the unseal key; the keyring, encrypted by the root key. */
export class StoredKeys {
  readonly #ports: KeyPorts;
  #locked: LockedRootKey | undefined;

  private constructor(ports: KeyPorts, locked: LockedRootKey | undefined) {
    this.#ports = ports;
    this.#locked = locked;
  }

  static async open(ports: KeyPorts): Promise<StoredKeys> {
    const text = await ports.store.read(rootKeyRecord);
    return new StoredKeys(ports, text === undefined ? undefined : parseLockedRootKey(text));
  }

  get sharing(): Sharing | undefined {
    return this.#locked;
  }

  /**
   * Prepares the store for a new cluster. Deletes the data of an unfinished initialisation. Throws a
   * Problem if the store contains other data.
   */
  async clearUnfinished(): Promise<void> {
    const { store } = this.#ports;
    const isUnfinished = (await store.read(foundingRecord)) !== undefined;
    const found = await store.range({ prefix: "", keysOnly: true, ...(isUnfinished ? {} : { limit: 1 }) });
    if (!isUnfinished && found.length > 0) throw new Problem("refused", "the store holds data that no seal protects");
    const left = found.map(([key]): Change => ({ key, value: null }));
    await this.#commit([...left, { key: foundingRecord, value: "" }]);
  }

  /** Stores the keys of a new cluster. This is the last step of its initialisation. */
  async found(keys: { rootKey: Uint8Array; keyring: Keyring; unsealKey: Uint8Array; sharing: Sharing }): Promise<void> {
    const { rootKey, keyring } = keys;
    const lock = this.#lock(keys);
    await this.#commit([
      { key: rootKeyRecord, value: lock },
      { key: keyringRecord, value: this.#sealed(keyring.text(), rootKey) },
      { key: foundingRecord, value: null },
    ]);
    this.#locked = parseLockedRootKey(lock);
  }

  /** Encrypts the root key under a new unseal key and stores it. The old unseal key becomes invalid. */
  async relock(keys: { rootKey: Uint8Array; unsealKey: Uint8Array; sharing: Sharing }): Promise<void> {
    const lock = this.#lock(keys);
    await this.#commit([{ key: rootKeyRecord, value: lock }]);
    this.#locked = parseLockedRootKey(lock);
  }

  handover({ rootKey, keyring }: { rootKey: Uint8Array; keyring: Keyring }): string {
    return JSON.stringify({
      lock: JSON.stringify(this.#locked),
      rootKey: rootKey.toBase64(),
      keyring: keyring.text(),
    } satisfies Handover);
  }

  /** Replaces the keys by those of another cluster. `save` must store the records. */
  async adopt(
    { rootKey, keyring, lock }: { rootKey: Uint8Array; keyring: Keyring; lock: string },
    save: (records: readonly Change[]) => Promise<void>,
  ): Promise<void> {
    const locked = parseLockedRootKey(lock);
    await save([
      { key: rootKeyRecord, value: lock },
      { key: keyringRecord, value: this.#sealed(keyring.text(), rootKey) },
    ]);
    this.#locked = locked;
  }

  /** Decrypts the root key. Throws a Problem with the reference's text if `unsealKey` is wrong. */
  unlock(unsealKey: Uint8Array | undefined): Uint8Array {
    const usable = unsealKey?.length === keyBytes ? this.#ports.cryptography.cipher(unsealKey) : undefined;
    const rootKey = usable && this.#locked ? unlockRootKey(this.#locked, usable) : undefined;
    if (rootKey) return rootKey;
    const why = "failed to decrypt keys from storage: cipher: message authentication failed";
    throw new Problem("refused", `unable to retrieve stored keys: invalid key: ${why}`);
  }

  async keyring(rootKey: Uint8Array): Promise<Keyring> {
    const sealed = await this.#ports.store.read(keyringRecord);
    const text = sealed && this.#ports.cryptography.cipher(rootKey).open(sealed, keyringRecord);
    if (!text) throw new Problem("failed", "the stored keyring was altered: it cannot be decrypted");
    return Keyring.parse(text, this.#ports);
  }

  async saveKeyring(text: string, rootKey: Uint8Array): Promise<void> {
    await this.#commit([{ key: keyringRecord, value: this.#sealed(text, rootKey) }]);
  }

  #commit(changes: readonly Change[]): Promise<void> {
    return saved(this.#ports.store.commit(changes), this.#ports.log);
  }

  #lock(keys: { rootKey: Uint8Array; unsealKey: Uint8Array; sharing: Sharing }): string {
    const { cryptography, entropy } = this.#ports;
    return lockRootKey(keys.rootKey, keys.sharing, { cipher: cryptography.cipher(keys.unsealKey), entropy });
  }

  #sealed(keyring: string, rootKey: Uint8Array): string {
    const { cryptography, entropy } = this.#ports;
    return cryptography.cipher(rootKey).seal(keyring, { nonce: entropy.bytes(nonceBytes), context: keyringRecord });
  }
}
