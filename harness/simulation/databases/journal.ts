/** Undo log that makes the changes of a transaction atomic. */
export class Journal {
  #undo: (() => void)[] | undefined;

  /** Records how to undo a change. Outside of {@link atomically}, nothing is recorded. */
  record(undo: () => void): void {
    this.#undo?.push(undo);
  }

  /** Runs `task`. If it throws, undoes the recorded changes. Calls must not be nested. */
  atomically<T>(task: () => T): T {
    const undo: (() => void)[] = [];
    this.#undo = undo;
    try {
      return task();
    } catch (error) {
      this.#undo = undefined;
      for (const take of undo.reverse()) take();
      throw error;
    } finally {
      this.#undo = undefined;
    }
  }
}

/** A map whose changes a {@link Journal} can undo. Its values must be replaced, not modified. */
export class JournaledMap<Key, Value> {
  readonly #entries = new Map<Key, Value>();
  readonly #journal: Journal;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  values(): readonly Value[] {
    return [...this.#entries.values()];
  }

  entries(): readonly (readonly [Key, Value])[] {
    return [...this.#entries];
  }

  find(fits: (value: Value) => boolean): Value | undefined {
    for (const value of this.#entries.values()) if (fits(value)) return value;
    return undefined;
  }

  set(key: Key, value: Value): void {
    this.#remember(key);
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    if (!this.#entries.has(key)) return;
    this.#remember(key);
    this.#entries.delete(key);
  }

  #remember(key: Key): void {
    const before = this.#entries.get(key);
    const known = this.#entries.has(key);
    this.#journal.record(() => {
      if (known) this.#entries.set(key, before as Value);
      else this.#entries.delete(key);
    });
  }
}
