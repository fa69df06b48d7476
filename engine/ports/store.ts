/** Change of one key: the new value, or `null` to delete the key. Values must not contain unpaired surrogates. */
export type Change = Readonly<{ key: string; value: string | null }>;

export interface LateValue {
  make(): string;
}

export type LateChange = Readonly<{ key: string; value: string | LateValue | null }>;

/**
 * Selects the keys that start with `prefix` and sort after `after`; an empty `after` excludes no key.
 * Returns at most `limit` keys (default: all). A range with values also ends with the key at which the
 * total length of keys and values reaches about `maxCharacters`.
 */
export type Range = Readonly<{
  prefix: string;
  after?: string;
  limit?: number;
  maxCharacters?: number;
  /** True if only keys are needed. The values in the result are then unspecified. */
  keysOnly?: boolean;
}>;

/**
 * Ordered store of one cluster; keys and values are texts. Keys sort by UTF-16 code unit. A batch is
 * applied completely or not at all. Batches take effect in the order of the calls of `commit`. On a
 * durable store, a batch is durable when the promise of its commit resolves.
 */
export interface Store {
  read(key: string): Promise<string | undefined>;
  range(range: Range): Promise<readonly (readonly [key: string, value: string])[]>;
  commit(batch: readonly Change[]): Promise<void>;
  /** Absent on durable stores. */
  readonly late?: LateCommits;
}

/** Stores values that are computed later. A value that is soon overwritten or deleted is usually never computed. */
export interface LateCommits {
  /** Reads like {@link Store.read}, but returns a late value that is not yet computed as a {@link LateValue}. */
  read(key: string): Promise<string | LateValue | undefined>;
  /** Commits like {@link Store.commit}. Returns undefined if the batch is already committed when `commit` returns. */
  commit(batch: readonly LateChange[]): Promise<void> | undefined;
  /**
   * Computes the oldest late values, and does other deferred work: at most `most` steps (default: all).
   * Returns false if the work ended before `most` steps.
   */
  make(most?: number): boolean;
}
