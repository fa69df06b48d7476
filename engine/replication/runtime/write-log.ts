import type { Range, Store } from "../../ports/store.ts";
import type { Save } from "../machine/effects.ts";
import type { StoredRecord } from "../machine/record/record.ts";
import { type Replica, storedOf } from "../machine/state.ts";
import type { LogSpan } from "../protocol/entry.ts";
import { LogCapacity } from "./log-capacity.ts";

const prefix = "local/replication/log/";

/** Number of digits of an index in a key: enough for every safe integer, so that keys sort like indexes. */
const digits = 16;

/** Maximum number of characters of entries in memory; older entries are read from the store. */
const memoryCharacters = 64 * 1024 * 1024;

/**
 * Maximum number of characters of entries in the log. Entries from before the start of the process are not counted, and
 * are dropped first.
 */
const defaultMaxCharacters = 256 * 1024 * 1024;

export function logKey(index: number): string {
  return prefix + String(index).padStart(digits, "0");
}

/**
 * The entries of the write log as JSON. All are in the store; the latest are also in memory, so that they need not be
 * read and serialized for streaming. This class does not write: log keys are saved together with the changes of their
 * entries.
 */
export class WriteLog {
  readonly #store: Store;
  #texts: string[] = [];
  readonly #capacity: LogCapacity;
  #dropped = 0;
  #characters = 0;
  #last: number;
  #expected: number;
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
   * Opens the log in `store`. `recorded` is the span in the stored record, which is authoritative: an
   * entry belongs to the log if it is within this span and was not dropped, or if it continues the span
   * without a gap. Other log keys are leftovers.
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

  /** Index of the first entry that the limit in characters permits; undefined while it permits all entries. */
  get floor(): number | undefined {
    return this.#capacity.floor;
  }

  /** Records that a save begins after which the log ends at `last`: from now on the store may contain its changes. */
  expect(last: number): void {
    this.#expected = last;
  }

  /** Index of the last entry whose changes may be in the store. */
  get maxVisibleIndex(): number {
    return Math.max(this.#last, this.#expected);
  }

  /**
   * Adds the record to `save` if the save drops entries after the end of the log in the stored record. Otherwise
   * leftover keys would seem to continue the record.
   */
  withRecord(save: Save, next: Replica): Save {
    const isBeyond = save.forget !== undefined && save.forget.through > this.#recordedLast;
    return isBeyond && !save.record && next.role !== "disabled" ? { ...save, record: storedOf(next) } : save;
  }

  /**
   * Records a completed save: entries with these `texts` were appended, and the log is now `span`. `record` was saved
   * with them, if present.
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

  /**
   * Returns entries after `after`. Entries in memory are limited only by the `limit` of `most`, entries from the store
   * by all of `most`.
   */
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
