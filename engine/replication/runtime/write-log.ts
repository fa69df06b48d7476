import type { Range, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import type { StoredRecord } from "../machine/record.ts";
import { type Replica, storedOf } from "../machine/state.ts";
import type { LogSpan } from "../protocol/entry.ts";
import { LogCapacity } from "./log-capacity.ts";

const prefix = "local/replication/log/";

/** Digits of an index in a key, enough for every index that a number can tell exactly: so keys sort as indexes do. */
const digits = 16;

/** Characters of entries held in memory; what is older is read from the store. */
const memoryCharacters = 64 * 1024 * 1024;

/** Characters of entries that the log keeps at most: eight of the largest. Those from before a start are not counted, and fall out first. */
const defaultMaxCharacters = 256 * 1024 * 1024;

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
  readonly #capacity: LogCapacity;
  /** How many of `#texts` are dropped already; they are cut off now and then, not one by one. */
  #dropped = 0;
  #characters = 0;
  #last: number;
  /** The end that the log may have by now, while what makes it longer is being saved. */
  #expected: number;
  /** The end of the log that the stored record tells of. */
  #recordedLast: number;

  private constructor(
    store: Store,
    { last, recordedLast, maxCharacters }: Readonly<{ last: number; recordedLast: number; maxCharacters: number }>,
  ) {
    this.#capacity = new LogCapacity(maxCharacters);
    this.#store = store;
    this.#last = last;
    this.#expected = last;
    this.#recordedLast = recordedLast;
  }

  /**
   * The log that `store` holds. Invariant: the record is authoritative. `recorded` is the span that it was saved with: of the keys, those count
   * that continue it without a gap, and those within it that were not dropped since. Any other is left over, and is never read again.
   */
  static async open(
    store: Store,
    recorded: LogSpan,
    { maxCharacters = defaultMaxCharacters } = {},
  ): Promise<Readonly<{ log: WriteLog; span: LogSpan }>> {
    const indexes = (await store.range({ prefix, keysOnly: true })).map(([key]) => indexOf(key));
    const present = new Set(indexes);
    let last = recorded.last;
    while (present.has(last + 1)) last += 1;
    let first = last + 1;
    while (first > recorded.first && present.has(first - 1)) first -= 1;
    return { log: new WriteLog(store, { last, recordedLast: recorded.last, maxCharacters }), span: { first, last } };
  }

  /** The first entry that the log's bytes have room for; undefined while all have. */
  get floor(): number | undefined {
    return this.#capacity.floor;
  }

  /** A save begins with which the log ends at `last`: what the store shows from now on may be as new. */
  expect(last: number): void {
    this.#expected = last;
  }

  /** The last entry of which the store may show something. */
  get maxVisibleIndex(): number {
    return Math.max(this.#last, this.#expected);
  }

  /** `save` with the record, where it drops entries beyond the end that the stored one tells of: so the keys always continue the record. */
  withRecord(save: Save, next: Replica): Save {
    const isBeyond = save.forget !== undefined && save.forget.through > this.#recordedLast;
    return isBeyond && !save.record && next.role !== "disabled" ? { ...save, record: storedOf(next) } : save;
  }

  /** Goes along with a save: `texts` were appended, and the log is now `span`. `record` is what was saved with it, if anything. */
  follow(
    span: LogSpan,
    { texts, record }: Readonly<{ texts: readonly string[]; record?: StoredRecord | undefined }>,
  ): void {
    this.#recordedLast = record?.log.last ?? this.#recordedLast;
    this.#capacity.follow(span.last, texts);
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

  /** The texts of entries after `after`: as many as `most` says of those that have to be read, and of others as its limit says. */
  async after(
    after: number,
    most: Pick<Range, "maxCharacters"> & Readonly<{ limit: number }>,
  ): Promise<readonly string[]> {
    if (after + 1 >= this.#firstInMemory) {
      const start = this.#dropped + after + 1 - this.#firstInMemory;
      return this.#texts.slice(start, start + most.limit);
    }
    return (await this.#store.range({ prefix, after: logKey(after), ...most })).map(([, text]) => text);
  }

  get #firstInMemory(): number {
    return this.#last - (this.#texts.length - this.#dropped) + 1;
  }
}

function indexOf(key: string): number {
  return Number(key.slice(prefix.length));
}
