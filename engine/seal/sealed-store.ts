import { Problem } from "../api/problem.ts";
import { SteadyMap } from "../core/collections/steady-map.ts";
import type { Log } from "../ports/log.ts";
import type { Change, LateChange, LateValue, Range, Store } from "../ports/store.ts";
import type { Keyring } from "./keyring.ts";
import { isSealRecord, sealRecords } from "./records.ts";
import { ValueCache } from "./value-cache.ts";

/** Plain characters kept in memory: what is read again and again is decrypted once. Some ten thousand small secrets and leases. */
const cacheCharacters = 8 * 1024 * 1024;

/**
 * A store whose values are encrypted in the one below, each bound to its key; keys are in the clear. It does not see what the seal
 * itself keeps there, so a wipe leaves that alone. Closed, it answers nothing more.
 */
export class SealedStore implements Store {
  readonly #store: Store;
  #keyring: Keyring;
  readonly #log: Log;
  readonly #committed: () => void;
  readonly #cache = new ValueCache({ maxCharacters: cacheCharacters });
  readonly #reading = new SteadyMap<string, Promise<string | undefined>>();
  /** The commit handed over last, of those under way that change a key. */
  readonly #writing = new SteadyMap<string, symbol>();
  #closed = false;

  /** `committed` is called after each commit, when values were encrypted. */
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
    const seen = own === 0 ? found : found.filter(([key]) => !isSealRecord(key)).slice(0, range.limit);
    if (range.keysOnly) return seen;
    return seen.map(([key, sealed]) => [key, this.#open(key, sealed)]);
  }

  async commit(batch: readonly Change[]): Promise<void> {
    this.#expectOpen();
    const { late } = this.#store;
    const committing = late
      ? late.commit(batch.map((change) => this.#sealedLate(change)))
      : this.#store.commit(batch.map((change) => this.#sealed(change)));
    if (committing) await this.#remembering(batch, committing);
    else for (const change of batch) this.#revise(change);
    this.#committed();
  }

  /** Commits `batch` encrypted under `keyring`, with the seal's own `records`, and goes on with that keyring. All that is not in the batch has to be gone. */
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

  /** Answers nothing more, and forgets what it read. What was handed to the store below is still written: {@link encryptLate} encrypts the rest of it. */
  close(): void {
    this.#closed = true;
    this.#cache.clear();
    this.#reading.clear();
  }

  /** Encrypts the late values of the store below, at most so many (default: all). False when none are left. */
  encryptLate(most?: number): boolean {
    return this.#store.late?.make(most) ?? false;
  }

  async #fetch(key: string): Promise<string | undefined> {
    const own = ownKey(key);
    const found = await (this.#store.late ?? this.#store).read(own);
    this.#expectOpen();
    if (found instanceof Unencrypted && found.keyring === this.#keyring) return found.text;
    // What the last life of this cluster left late, its own keyring encrypts.
    const sealed = typeof found === "object" ? await this.#store.read(own) : found;
    this.#expectOpen();
    return sealed === undefined ? undefined : this.#open(key, sealed);
  }

  /** Waits for a commit, and remembers its values in place of others of their keys. */
  async #remembering(batch: readonly Change[], committing: Promise<void>): Promise<void> {
    const commit = Symbol();
    const warm = batch.map(({ key }) => this.#cache.has(key));
    for (const { key } of batch) this.#writing.set(key, commit);
    let held = false;
    try {
      await committing;
      held = true;
    } finally {
      batch.forEach(({ key, value }, at) => {
        this.#remember(key, commit, held && warm[at] ? value : null);
      });
    }
  }

  /** What was read before the commit was over must not outlast it; its own value may, if no later commit changes the key. */
  #remember(key: string, commit: symbol, value: string | null): void {
    this.#reading.delete(key);
    const isLast = this.#writing.get(key) === commit;
    if (isLast) this.#writing.delete(key);
    if (isLast && value !== null && !this.#closed) this.#cache.set(key, value);
    else this.#cache.delete(key);
  }

  /** The same where the commit was over at once: nothing was read meanwhile, and what was being read, or committed, before is over. */
  #revise({ key, value }: Change): void {
    this.#reading.delete(key);
    this.#writing.delete(key);
    if (!this.#cache.has(key)) return;
    if (value === null) this.#cache.delete(key);
    else this.#cache.set(key, value);
  }

  #sealedLate(change: Change): LateChange {
    const { key, value } = change;
    if (isBare(value)) return this.#sealed(change);
    return { key: ownKey(key), value: new Unencrypted(key, value, this.#keyring) };
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

/** Indexes are made of keys without values: that such a key is there can be seen anyway, and there is nothing to hide in it. */
function isBare(value: string | null): value is null | "" {
  return value === null || value === "";
}

/** A value that a store in memory keeps plain until it has to be kept longer than the keys are. */
class Unencrypted implements LateValue {
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

/** What is answered to whatever needs the keys. */
export function sealedProblem(): Problem {
  return new Problem("unavailable", "Vault is sealed");
}

function ownKey(key: string): string {
  if (isSealRecord(key)) throw new Error(`${key} belongs to the seal`);
  return key;
}
