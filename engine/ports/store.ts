/** One change of one key: a new value, or `null` to delete it. A key is any text; a value holds no half of a surrogate pair. */
export type Change = Readonly<{ key: string; value: string | null }>;

/**
 * Which keys to read: those that start with `prefix` and sort after `after`, at most `limit` of them (default: all). An `after` of ""
 * is none at all.
 */
export type Range = Readonly<{
  prefix: string;
  after?: string;
  limit?: number;
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
}
