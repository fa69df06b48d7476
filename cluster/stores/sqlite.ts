import type { StatementSync } from "node:sqlite";
import { GroupCommit } from "./group-commit.ts";
import { boundsOf, bytesOfKey, keyOfBytes } from "./key-bytes.ts";
import type { OpenedStore } from "./opened-store.ts";
import { sqliteFailure } from "./sqlite-failure.ts";
import { lockedFile, madeFile, openForReading, type Synchronous } from "./sqlite-file.ts";
import { startSqliteWriter } from "./sqlite-writer.ts";
import { StoreFailure } from "./store-failure.ts";

/** SQLite's own bound: with pages of 4 KiB, 16 TiB. */
const maxSqlitePages = 0xfffffffe;

/** Where a SQLite store is, and how it treats its disk. */
export type SqliteOptions = Readonly<{
  /** Made when it is not there; its folder has to be. Beside it stand `-wal`, `-shm` and `-lock`. */
  file: string;
  /** Default: `full`. */
  synchronous?: Synchronous;
  /** How many pages of 4 KiB it may grow to. */
  maxPages?: number;
}>;

/**
 * A store in a SQLite file: written by a thread of its own, read here, from what is committed. Only one may have it open, in this
 * process or any other. Rejects with a {@link StoreFailure}.
 */
export async function sqliteStore(options: SqliteOptions): Promise<OpenedStore> {
  const { synchronous = "full", maxPages = maxSqlitePages } = options;
  await using parts = new AsyncDisposableStack();
  const file = madeFile(options.file);
  parts.use(lockedFile(file));
  let killed = false;
  const writer = await startSqliteWriter({ file, synchronous, maxPages });
  // The writer closes last: the last connection folds the write-ahead log into the file.
  parts.defer(() => (killed ? writer.kill() : writer.close()));
  const reader = openForReading(file);
  parts.defer(() => reader.close());
  const asked = (query: string) => reader.prepare(query, { returnArrays: true });
  const one = asked("SELECT value FROM entry WHERE key = ?");
  const fromIncluding = asked("SELECT key, value FROM entry WHERE key >= ? AND key < ? ORDER BY key LIMIT ?");
  const fromAfter = asked("SELECT key, value FROM entry WHERE key > ? AND key < ? ORDER BY key LIMIT ?");
  const group = new GroupCommit((changes) => writer.write(changes));
  const kept = parts.move();
  const closed = new StoreFailure("closed", `the store ${file} is closed`);

  function all<Row>(statement: StatementSync, parameters: readonly (Buffer | number)[]): readonly Row[] {
    group.check();
    try {
      return statement.all(...parameters) as unknown as readonly Row[];
    } catch (error) {
      throw sqliteFailure(error, file);
    }
  }

  return {
    async read(key) {
      const [row] = all<readonly [string]>(one, [bytesOfKey(key)]);
      return row?.[0];
    },
    async range({ prefix, after = "", limit = -1 }) {
      const { from, inclusive, to } = boundsOf(prefix, after);
      const statement = inclusive ? fromIncluding : fromAfter;
      const rows = all<readonly [Uint8Array, string]>(statement, [from, to, limit]);
      return rows.map(([key, value]) => [keyOfBytes(key), value] as const);
    },
    commit: (batch) => group.commit(batch),
    async kill() {
      killed = true;
      group.drop(closed);
      await kept.disposeAsync();
    },
    async [Symbol.asyncDispose]() {
      await group.end(closed);
      await kept.disposeAsync();
    },
  };
}
