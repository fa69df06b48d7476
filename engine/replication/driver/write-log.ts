import type { Store } from "../../ports/store.ts";
import type { LogSpan } from "../machine/entry.ts";

const prefix = "local/replication/log/";

/** Digits of an index in a key, enough for every index that a number can tell exactly: so keys sort as indexes do. */
const digits = 16;

/** Characters of entries held in memory; what is older is read from the store. */
const memoryCharacters = 64 * 1024 * 1024;

/** Where entry `index` is stored. */
export function logKey(index: number): string {
  return prefix + String(index).padStart(digits, "0");
}

/**
 * The entries of the write log as JSON texts. The store holds them all; the latest are held in memory too, so that streaming reads
 * nothing and spells nothing twice. It never writes: its keys are saved together with what they tell of.
 */
export class WriteLog {
  readonly #store: Store;
  #texts: string[] = [];
  /** How many of `#texts` are dropped already; they are cut off now and then, not one by one. */
  #dropped = 0;
  #characters = 0;
  #last: number;

  private constructor(store: Store, last: number) {
    this.#store = store;
    this.#last = last;
  }

  /** The log that `store` holds. `last` is the index of its end, as the record has it: there may be later entries, or none at all. */
  static async open(store: Store, last: number): Promise<Readonly<{ log: WriteLog; span: LogSpan }>> {
    const stored = await store.range({ prefix });
    const first = stored[0]?.[0];
    const end = stored.at(-1)?.[0];
    const span = { first: first ? indexOf(first) : last + 1, last: end ? indexOf(end) : last };
    const log = new WriteLog(store, span.first - 1);
    log.follow(
      span,
      stored.map(([, text]) => text),
    );
    return { log, span };
  }

  /** Goes along with a save: `texts` were appended, and the log is now `span`. */
  follow(span: LogSpan, texts: readonly string[]): void {
    for (const text of texts) {
      this.#texts.push(text);
      this.#characters += text.length;
    }
    this.#last += texts.length;
    if (this.#last !== span.last) {
      this.#texts = [];
      this.#dropped = 0;
      this.#characters = 0;
      this.#last = span.last;
    }
    while (this.#firstInMemory < span.first || this.#characters > memoryCharacters) {
      if (this.#firstInMemory > this.#last) break;
      this.#characters -= this.#texts[this.#dropped]?.length ?? 0;
      this.#texts[this.#dropped] = "";
      this.#dropped += 1;
    }
    if (this.#dropped > 1024 && this.#dropped * 2 > this.#texts.length) {
      this.#texts = this.#texts.slice(this.#dropped);
      this.#dropped = 0;
    }
  }

  /** The texts of at most `limit` entries after `after`. */
  async after(after: number, limit: number): Promise<readonly string[]> {
    if (after + 1 >= this.#firstInMemory) {
      const start = this.#dropped + after + 1 - this.#firstInMemory;
      return this.#texts.slice(start, start + limit);
    }
    return (await this.#store.range({ prefix, after: logKey(after), limit })).map(([, text]) => text);
  }

  get #firstInMemory(): number {
    return this.#last - (this.#texts.length - this.#dropped) + 1;
  }
}

function indexOf(key: string): number {
  return Number(key.slice(prefix.length));
}
