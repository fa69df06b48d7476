import { Problem } from "../api/problem.ts";
import { SteadyMap } from "../core/collections/steady-map.ts";
import type { Log } from "../ports/log.ts";
import type { Change, LateChange, LateValue, Range, Store } from "../ports/store.ts";
import type { Keyring } from "./keyring.ts";
import { isSealRecord, sealRecords } from "./records.ts";
import { ValueCache } from "./value-cache.ts";

const cacheCharacters = 8 * 1024 * 1024;

/**
 * A store that encrypts its values in an underlying store, bound to their keys. Keys and empty values
 * are not encrypted. The records of the seal are in the same underlying store, but not accessible
 * here. Reads and commits fail after `close`.
 */
export class SealedStore implements Store {
  readonly #store: Store;
  #keyring: Keyring;
  readonly #log: Log;
  readonly #committed: () => void;
  readonly #cache = new ValueCache({ maxCharacters: cacheCharacters });
  readonly #reading = new SteadyMap<string, Promise<string | undefined>>();
  readonly #writing = new SteadyMap<string, symbol>();
  #closed = false;

  constructor(options: { store: Store; keyring: Keyring; log: Log; committed?: () => void }) {
    this.#store = options.store;
    this.#keyring = options.keyring;
    this.#log = options.log;
    this.#committed = options.committed ?? (() => {});
  }

  async read(key: string): Promise<string | undefined> {
    this.#expectOpen();
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const shared = this.#reading.get(key);
    if (shared) return shared;
    const reading = this.#fetch(key);
    this.#reading.set(key, reading);
    try {
      const value = await reading;
      if (value !== undefined && this.#reading.get(key) === reading) this.#cache.set(key, value);
      return value;
    } finally {
      if (this.#reading.get(key) === reading) this.#reading.delete(key);
    }
  }

  async range(range: Range): Promise<readonly (readonly [key: string, value: string])[]> {
    this.#expectOpen();
    const own = sealRecords.filter((key) => key.startsWith(range.prefix)).length;
    const limit = range.limit === undefined ? {} : { limit: range.limit + own };
    const found = await this.#store.range({ ...range, ...limit });
    this.#expectOpen();
    const visible = own === 0 ? found : found.filter(([key]) => !isSealRecord(key)).slice(0, range.limit);
    if (range.keysOnly) return visible;
    return visible.map(([key, sealed]) => [key, this.#open(key, sealed)]);
  }

  async commit(batch: readonly Change[]): Promise<void> {
    this.#expectOpen();
    const { late } = this.#store;
    const committing = late
      ? late.commit(batch.map((change) => this.#sealedLate(change)))
      : this.#store.commit(batch.map((change) => this.#sealed(change)));
    if (committing) await this.#cacheAfter(batch, committing);
    else for (const change of batch) this.#updateCacheNow(change);
    this.#committed();
  }

  /**
   * Commits `batch`, encrypted under `keyring`, together with `records` of the seal. From then on, the store uses
   * `keyring`. The batch must replace or delete every existing value.
   */
  async adopt(keyring: Keyring, batch: readonly Change[], records: readonly Change[]): Promise<void> {
    this.#expectOpen();
    const own = batch.map(({ key, value }) => ({
      key: ownKey(key),
      value: isBare(value) ? value : keyring.seal(key, value),
    }));
    await this.#store.commit([...own, ...records]);
    this.#keyring = keyring;
    this.#cache.clear();
    this.#reading.clear();
  }

  /** Refuses further reads and commits, and clears the cache. Does not encrypt late values; see {@link encryptLate}. */
  close(): void {
    this.#closed = true;
    this.#cache.clear();
    this.#reading.clear();
  }

  /**
   * Encrypts late values, at most `maxValues` of them (default: all). Returns false if no work was left
   * before `maxValues` was reached.
   */
  encryptLate(maxValues?: number): boolean {
    return this.#store.late?.make(maxValues) ?? false;
  }

  async #fetch(key: string): Promise<string | undefined> {
    const own = ownKey(key);
    const found = await (this.#store.late ?? this.#store).read(own);
    this.#expectOpen();
    if (found instanceof UnencryptedValue && found.keyring === this.#keyring) return found.text;
    // A late value of an earlier unseal is encrypted by the keyring of that time.
    const sealed = typeof found === "object" ? await this.#store.read(own) : found;
    this.#expectOpen();
    return sealed === undefined ? undefined : this.#open(key, sealed);
  }

  async #cacheAfter(batch: readonly Change[], committing: Promise<void>): Promise<void> {
    const commit = Symbol();
    const wasCached = batch.map(({ key }) => this.#cache.has(key));
    for (const { key } of batch) this.#writing.set(key, commit);
    let isCommitted = false;
    try {
      await committing;
      isCommitted = true;
    } finally {
      batch.forEach(({ key, value }, at) => {
        this.#updateCache(key, commit, isCommitted && wasCached[at] ? value : null);
      });
    }
  }

  #updateCache(key: string, commit: symbol, value: string | null): void {
    this.#reading.delete(key);
    const isLast = this.#writing.get(key) === commit;
    if (isLast) this.#writing.delete(key);
    if (isLast && value !== null && !this.#closed) this.#cache.set(key, value);
    else this.#cache.delete(key);
  }

  #updateCacheNow({ key, value }: Change): void {
    this.#reading.delete(key);
    this.#writing.delete(key);
    if (!this.#cache.has(key)) return;
    if (value === null) this.#cache.delete(key);
    else this.#cache.set(key, value);
  }

  #sealedLate(change: Change): LateChange {
    const { key, value } = change;
    if (isBare(value)) return this.#sealed(change);
    return { key: ownKey(key), value: new UnencryptedValue(key, value, this.#keyring) };
  }

  #sealed({ key, value }: Change): Change {
    return { key: ownKey(key), value: isBare(value) ? value : this.#keyring.seal(key, value) };
  }

  #open(key: string, sealed: string): string {
    if (sealed === "") return "";
    const value = this.#keyring.open(key, sealed);
    if (value !== undefined) return value;
    this.#log.error("a stored value was altered, cut short or moved", { key });
    throw new Problem("failed", "a stored value was altered, cut short or moved: it cannot be decrypted");
  }

  #expectOpen(): void {
    if (this.#closed) throw sealedProblem();
  }
}

function isBare(value: string | null): value is null | "" {
  return value === null || value === "";
}

class UnencryptedValue implements LateValue {
  readonly key: string;
  readonly text: string;
  readonly keyring: Keyring;

  constructor(key: string, text: string, keyring: Keyring) {
    this.key = key;
    this.text = text;
    this.keyring = keyring;
  }

  make(): string {
    return this.keyring.seal(this.key, this.text);
  }
}

export function sealedProblem(): Problem {
  return new Problem("unavailable", "Vault is sealed");
}

function ownKey(key: string): string {
  if (isSealRecord(key)) throw new Error(`${key} belongs to the seal`);
  return key;
}
