import type { Range, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import type { StoredRecord } from "../machine/record/record.ts";
import { type Replica, storedOf } from "../machine/state.ts";
import type { LogSpan } from "../protocol/entry.ts";
import { LogCapacity } from "./log-capacity.ts";

const prefix = "local/replication/log/";

/** Digits of an index in a key: enough for every safe integer, so keys sort like indexes. */
const digits = 16;

/** Characters of entries in memory; older ones are read from the store. */
const memoryCharacters = 64 * 1024 * 1024;

/**
 * Characters of entries that the log keeps at most: eight of the longest. Entries from before a
 * start are not counted, and are dropped first.
 */
const defaultMaxCharacters = 256 * 1024 * 1024;

/** Returns the key of entry `index`. */
export function logKey(index: number): string {
  return prefix + String(index).padStart(digits, "0");
}

/**
 * The entries of the write log as JSON. The store has them all. The latest are also kept in memory,
 * so that streaming reads and serializes nothing. This class never writes: log keys are saved
 * together with the changes of their entries.
 */
export class WriteLog {
  readonly #store: Store;
  #texts: string[] = [];
  readonly #capacity: LogCapacity;
  /** Number of dropped entries in `#texts`; they are removed from time to time, not one by one. */
  #dropped = 0;
  #characters = 0;
  #last: number;
  /** End of the log after the save in progress. */
  #expected: number;
  /** End of the log in the stored record. */
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
   * Opens the log in `store`. Invariant: the record is authoritative. `recorded` is the span with
   * which it was saved. Of the keys, those count that continue this span without a gap, and those
   * within it that were not dropped since. Other keys are leftovers, and are never read again.
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

  /**
   * The first entry for which the limit in characters has room; undefined while all entries fit.
   */
  get floor(): number | undefined {
    return this.#capacity.floor;
  }

  /**
   * Notes that a save begins with which the log ends at `last`: the store may show its changes from
   * now on.
   */
  expect(last: number): void {
    this.#expected = last;
  }

  /** The last entry of which the store may show changes. */
  get maxVisibleIndex(): number {
    return Math.max(this.#last, this.#expected);
  }

  /**
   * Adds the record to `save` when it drops entries after the end in the stored record, so that the
   * keys always continue the record.
   */
  withRecord(save: Save, next: Replica): Save {
    const isBeyond = save.forget !== undefined && save.forget.through > this.#recordedLast;
    return isBeyond && !save.record && next.role !== "disabled" ? { ...save, record: storedOf(next) } : save;
  }

  /**
   * Notes a save: `texts` were appended, and the log is now `span`. `record` was saved with it, if
   * present.
   */
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

  /** Returns entries after `after`: limited as in `most`; entries in memory only by its `limit`. */
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
