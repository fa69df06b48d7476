/** A change of one key: a new value, or `null` to delete it. Values have no unpaired surrogates. */
export type Change = Readonly<{ key: string; value: string | null }>;

/** A value that is computed at its first read, at most once. */
export interface LateValue {
  make(): string;
}

export type LateChange = Readonly<{ key: string; value: string | LateValue | null }>;

/**
 * Selection of keys: those that start with `prefix` and sort after `after`, at most `limit`
 * (default: all). An empty `after` excludes nothing. A range ends with the entry that brings keys
 * and values to `maxCharacters`. A store may count stored bytes instead of characters.
 */
export type Range = Readonly<{
  prefix: string;
  after?: string;
  limit?: number;
  maxCharacters?: number;
  /** True if only keys are needed; the returned values are then arbitrary. */
  keysOnly?: boolean;
}>;

/**
 * Ordered store of text keys and text values of one cluster. Keys sort by code unit. A batch is
 * applied completely or not at all and is durable when its promise resolves. Batches take effect in
 * the order of their commits.
 */
export interface Store {
  read(key: string): Promise<string | undefined>;
  range(range: Range): Promise<readonly (readonly [key: string, value: string])[]>;
  commit(batch: readonly Change[]): Promise<void>;
  /** Commits of late values. Undefined if the store is durable. */
  readonly late?: LateCommits;
}

/**
 * Commits of values that are computed later. A value that is overwritten or deleted before it is
 * read is never computed; readers see no difference.
 */
export interface LateCommits {
  /**
   * Reads like {@link Store.read}, but returns a late value as it is if it was not computed yet.
   */
  read(key: string): Promise<string | LateValue | undefined>;
  /**
   * Commits like {@link Store.commit}; synchronously if no promise is returned. A store limits the
   * number of late values, and computes the oldest above the limit.
   */
  commit(batch: readonly LateChange[]): Promise<void> | undefined;
  /**
   * Computes the oldest late values and does other deferred work, at most `most` steps (default:
   * all). Returns false if nothing is left.
   */
  make(most?: number): boolean;
}
