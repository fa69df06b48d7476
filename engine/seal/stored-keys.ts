import { Problem } from "../api/problem.ts";
import { saved } from "../api/unsaved.ts";
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

/** What keys are kept with. */
export type KeyPorts = Pick<Ports, "store" | "cryptography" | "entropy" | "clock" | "log">;

/** The keys of one cluster as its store holds them: the root key under the unseal key, the keyring under the root key. */
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

  /** How the unseal key is shared; undefined when there is none. */
  get sharing(): Sharing | undefined {
    return this.#locked;
  }

  /**
   * Makes room for a new cluster: what one that was never finished left behind goes. Throws a Problem when the store holds anything
   * else, which is then not touched.
   */
  async clearSite(): Promise<void> {
    const { store } = this.#ports;
    const begun = (await store.read(foundingRecord)) !== undefined;
    const found = await store.range({ prefix: "", keysOnly: true, ...(begun ? {} : { limit: 1 }) });
    if (!begun && found.length > 0) throw new Problem("refused", "the store holds data that no seal protects");
    const left = found.map(([key]): Change => ({ key, value: null }));
    await this.#commit([...left, { key: foundingRecord, value: "" }]);
  }

  /** Stores the keys of a new cluster: from here on there is one. */
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

  /** Stores the root key under another unseal key: the old one opens nothing any more. */
  async relock(keys: { rootKey: Uint8Array; unsealKey: Uint8Array; sharing: Sharing }): Promise<void> {
    const lock = this.#lock(keys);
    await this.#commit([{ key: rootKeyRecord, value: lock }]);
    this.#locked = parseLockedRootKey(lock);
  }

  /** What another cluster needs to have the same keys; see {@link Handover}. */
  handover({ rootKey, keyring }: { rootKey: Uint8Array; keyring: Keyring }): string {
    return JSON.stringify({
      lock: JSON.stringify(this.#locked),
      rootKey: rootKey.toBase64(),
      keyring: keyring.text(),
    } satisfies Handover);
  }

  /** Has `save` store the keys of another cluster in place of this one's, as that one's unseal key opens them. */
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

  /** Decrypts the root key with the unseal key. Throws a Problem in the reference's words for any other key, and for none. */
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

  /** Stores a keyring, given as its text. */
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
