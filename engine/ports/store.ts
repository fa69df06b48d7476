/** One change of one key: a new value, or `null` to delete it. A key is any text; a value holds no half of a surrogate pair. */
export type Change = Readonly<{ key: string; value: string | null }>;

/** A value that is computed on first read, and once at most. */
export interface LateValue {
  make(): string;
}

export type LateChange = Readonly<{ key: string; value: string | LateValue | null }>;

/**
 * Which keys to read: those that start with `prefix` and sort after `after`, at most `limit` of them (default: all). An `after` of ""
 * is none at all. With `maxCharacters` no more follow once keys and values have come to as many: of large values one too many is read at most, and no more
 * than `limit`. A store may count stored bytes in place of characters.
 */
export type Range = Readonly<{
  prefix: string;
  after?: string;
  limit?: number;
  maxCharacters?: number;
  /** Whether only the keys are wanted: what stands for the values is then anything. */
  keysOnly?: boolean;
}>;

/**
 * Ordered text keys and text values of one cluster; keys sort by code unit. A batch is applied whole or not at all,
 * is durable when the promise resolves, and batches take effect in the order in which they were handed over.
 */
export interface Store {
  read(key: string): Promise<string | undefined>;
  range(range: Range): Promise<readonly (readonly [key: string, value: string])[]>;
  commit(batch: readonly Change[]): Promise<void>;
  /** Only where what is stored lasts no longer than the process. */
  readonly late?: LateCommits;
}

/** Values that are computed late. One that is overwritten or deleted before it is read is never computed; readers see no difference. */
export interface LateCommits {
  /** As {@link Store.read}; but what is yet to be made is given back as it was handed over. */
  read(key: string): Promise<string | LateValue | undefined>;
  /** As {@link Store.commit}, at once where no promise is returned. A store keeps a bounded number of late values; beyond it the oldest are made. */
  commit(batch: readonly LateChange[]): Promise<void> | undefined;
  /** Makes those that have waited longest, and does what else is put off, so many at most (default: all). False when nothing is left. */
  make(most?: number): boolean;
}
