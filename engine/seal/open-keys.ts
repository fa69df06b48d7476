import { yieldToEventLoop } from "../core/concurrency/yield-to-event-loop.ts";
import type { ClusterKeys } from "../ports/cluster-keys.ts";
import type { Ports } from "../ports/ports.ts";
import type { Change, Store } from "../ports/store.ts";
import { parseHandover } from "./handover.ts";
import { Keyring, type RotationRule } from "./keyring.ts";
import { SealedStore, sealedProblem } from "./sealed-store.ts";
import type { KeyPorts, StoredKeys } from "./stored-keys.ts";

/** Encryptions after which their count is saved. A crash forgets no more than these: it would take 65,536 crashes to matter. */
const countedAtOnce = 65_536;

/** Late values that are encrypted in one turn of the event loop when the cluster is sealed: some milliseconds of work. */
const lateAtOnce = 512;

/** The keys of an unsealed cluster in memory, the plain view of its store, and what becomes due as they are used. */
export class OpenKeys implements ClusterKeys {
  #rootKey: Uint8Array;
  #keyring: Keyring;
  readonly #stored: StoredKeys;
  readonly #ports: KeyPorts & Pick<Ports, "log">;
  readonly #store: SealedStore;
  #saving: Promise<void> = Promise.resolve();
  #tending = false;
  #forgotten = false;
  #countedUntil: number;

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
    this.#countedUntil = keyring.current.encryptions;
    this.#store = new SealedStore({ store: ports.store, keyring, log: ports.log, committed: () => this.#tend() });
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
      if (this.#forgotten) throw sealedProblem();
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
      this.#countedUntil = keyring.current.encryptions;
      before.rootKey.fill(0);
      before.keyring.forget();
      this.#ports.log.info("the keys of the primary were taken over", { term: keyring.current.term });
    });
  }

  get store(): Store {
    return this.#store;
  }

  /** Begins a new term: what is written from now on is under a new key, what was written stays readable. */
  rotate(): Promise<void> {
    return this.#exclusively(async () => {
      await this.keyring.rotate((text) => this.#save(text));
      this.#countedUntil = 0;
    });
  }

  /** Sets when a new term begins by itself. */
  govern(rule: RotationRule): Promise<void> {
    return this.#exclusively(() => this.keyring.govern(rule, (text) => this.#save(text)));
  }

  /** Closes the store, saves how much was encrypted, and overwrites the keys. */
  async forget(): Promise<void> {
    this.#store.close();
    while (this.#store.encryptLate(lateAtOnce)) await yieldToEventLoop(this.#ports.clock);
    await this.#exclusively(() => this.#save(this.keyring.text())).catch((error: unknown) => {
      // Only the count of encryptions is lost.
      this.#ports.log.warn("the count of encryptions was not saved", { reason: reasonOf(error) });
    });
    this.abandon();
  }

  /** Closes the store and overwrites the keys, without a word in the store. */
  abandon(): void {
    this.#store.close();
    this.#store.encryptLate();
    this.#forgotten = true;
    this.keyring.forget();
    this.rootKey.fill(0);
  }

  /** Called after every commit: sees to what its encryptions make due, beside the requests. */
  #tend(): void {
    const { keyring } = this;
    const isDue = keyring.isDue;
    if (this.#tending || (!isDue && keyring.current.encryptions - this.#countedUntil < countedAtOnce)) return;
    this.#tending = true;
    const tended = isDue ? this.rotate() : this.#exclusively(() => this.#saveCount());
    tended
      .catch((error: unknown) => this.#ports.log.error("the keyring was not saved", { reason: reasonOf(error) }))
      .finally(() => {
        this.#tending = false;
      });
  }

  async #saveCount(): Promise<void> {
    this.#countedUntil = this.keyring.current.encryptions;
    await this.#save(this.keyring.text());
  }

  async #save(text: string): Promise<void> {
    // Under an overwritten key it would be lost, and all data with it.
    if (this.#forgotten) throw sealedProblem();
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
