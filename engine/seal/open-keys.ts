import { yieldToEventLoop } from "../core/concurrency/yield-to-event-loop.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change, Store } from "../ports/store.ts";
import { parseHandover } from "./handover.ts";
import { Keyring, type RotationRule } from "./keyring.ts";
import { SealedStore, sealedProblem } from "./sealed-store.ts";
import type { KeyPorts, StoredKeys } from "./stored-keys.ts";

/** Number of encryptions after which the count of a term is saved. A crash may lose about this many from the count. */
const encryptionsPerSave = 65_536;

const lateValuesPerTurn = 512;

export class OpenKeys implements ClusterKeys {
  #rootKey: Uint8Array;
  #keyring: Keyring;
  readonly #stored: StoredKeys;
  readonly #ports: KeyPorts & Pick<Ports, "log">;
  readonly #store: SealedStore;
  #saving: Promise<void> = Promise.resolve();
  #isSaving = false;
  #isDiscarded = false;
  #savedEncryptions: number;

  constructor(options: {
    rootKey: Uint8Array;
    keyring: Keyring;
    stored: StoredKeys;
    ports: KeyPorts & Pick<Ports, "log">;
  }) {
    const { rootKey, keyring, stored, ports } = options;
    this.#rootKey = rootKey;
    this.#keyring = keyring;
    this.#stored = stored;
    this.#ports = ports;
    this.#savedEncryptions = keyring.current.encryptions;
    this.#store = new SealedStore({ store: ports.store, keyring, log: ports.log, committed: () => this.#maintain() });
  }

  get rootKey(): Uint8Array {
    return this.#rootKey;
  }

  get keyring(): Keyring {
    return this.#keyring;
  }

  handover(): string {
    return this.#stored.handover({ rootKey: this.#rootKey, keyring: this.#keyring });
  }

  expectHandover(text: string): void {
    parseHandover(text);
  }

  adopt(text: string, batch: readonly Change[]): Promise<void> {
    return this.#exclusively(async () => {
      if (this.#isDiscarded) throw sealedProblem();
      const handover = parseHandover(text);
      const [rootKey, keyring] = [
        Uint8Array.fromBase64(handover.rootKey),
        Keyring.parse(handover.keyring, this.#ports),
      ];
      const before = { rootKey: this.#rootKey, keyring: this.#keyring };
      await this.#stored.adopt({ rootKey, keyring, lock: handover.lock }, (records) =>
        this.#store.adopt(keyring, batch, records),
      );
      [this.#rootKey, this.#keyring] = [rootKey, keyring];
      this.#savedEncryptions = keyring.current.encryptions;
      before.rootKey.fill(0);
      before.keyring.forget();
      this.#ports.log.info("adopted the keys of the primary", { term: keyring.current.term });
    });
  }

  get store(): Store {
    return this.#store;
  }

  /** Starts a new term of the keyring. Later writes use its key; existing values remain readable. */
  rotate(): Promise<void> {
    return this.#exclusively(async () => {
      await this.keyring.rotate((text) => this.#save(text));
      this.#savedEncryptions = 0;
    });
  }

  setRule(rule: RotationRule): Promise<void> {
    return this.#exclusively(() => this.keyring.setRule(rule, (text) => this.#save(text)));
  }

  /**
   * Closes the store, encrypts its late values and overwrites the keys in memory. Tries to save the
   * count of encryptions.
   */
  async forget(): Promise<void> {
    this.#store.close();
    while (this.#store.encryptLate(lateValuesPerTurn)) await yieldToEventLoop(this.#ports.clock);
    await this.#exclusively(() => this.#save(this.keyring.text())).catch((error: unknown) => {
      // If this fails, only the number of encryptions is lost.
      this.#ports.log.warn("the count of encryptions was not saved", { reason: reasonOf(error) });
    });
    this.abandon();
  }

  /**
   * Closes the store, encrypts its late values and overwrites the keys in memory. Does not save the count of
   * encryptions.
   */
  abandon(): void {
    this.#store.close();
    this.#store.encryptLate();
    this.#isDiscarded = true;
    this.keyring.forget();
    this.rootKey.fill(0);
  }

  #maintain(): void {
    const { keyring } = this;
    const isDue = keyring.isDue;
    if (this.#isSaving || (!isDue && keyring.current.encryptions - this.#savedEncryptions < encryptionsPerSave)) return;
    this.#isSaving = true;
    const maintained = isDue ? this.rotate() : this.#exclusively(() => this.#saveCount());
    maintained
      .catch((error: unknown) => this.#ports.log.error("the keyring was not saved", { reason: reasonOf(error) }))
      .finally(() => {
        this.#isSaving = false;
      });
  }

  async #saveCount(): Promise<void> {
    this.#savedEncryptions = this.keyring.current.encryptions;
    await this.#save(this.keyring.text());
  }

  async #save(text: string): Promise<void> {
    // A keyring under the overwritten root key, and thus all data, would be unreadable.
    if (this.#isDiscarded) throw sealedProblem();
    return this.#stored.saveKeyring(text, this.rootKey);
  }

  #exclusively(task: () => Promise<void>): Promise<void> {
    const done = this.#saving.then(task);
    this.#saving = done.catch(() => {});
    return done;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
