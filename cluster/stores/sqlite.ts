import type { StatementSync } from "node:sqlite";
import { GroupCommit } from "./group-commit.ts";
import { boundsOf, bytesOfKey, keyOfBytes } from "./key-bytes.ts";
import type { OpenedStore } from "./opened-store.ts";
import { sqliteFailure } from "./sqlite-failure.ts";
import { createFile, lockedFile, openForReading, type Synchronous } from "./sqlite-file.ts";
import { startSqliteWriter } from "./sqlite-writer.ts";
import { StoreFailure } from "./store-failure.ts";

/** Maximum number of pages of a SQLite file: 16 TiB with pages of 4 KiB. */
const maxSqlitePages = 0xfffffffe;

type Row = readonly [Uint8Array, string];

export type SqliteOptions = Readonly<{
  /** Path of the file, created if necessary. Further files have the suffixes `-wal`, `-shm` and `-lock`. */
  file: string;
  synchronous?: Synchronous;
  /** Maximum number of pages of the file. A page has 4 KiB. */
  maxPages?: number;
}>;

/**
 * Opens a store in a SQLite file. A separate thread writes the file. The store can be open only once on a machine.
 * Rejects with a {@link StoreFailure}.
 */
export async function sqliteStore(options: SqliteOptions): Promise<OpenedStore> {
  const { synchronous = "full", maxPages = maxSqlitePages } = options;
  await using parts = new AsyncDisposableStack();
  const file = createFile(options.file);
  parts.use(lockedFile(file));
  let killed = false;
  const writer = await startSqliteWriter({ file, synchronous, maxPages });
  // The writer closes last, since the last connection merges the write-ahead log into the file.
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

  function guarded<T>(asked: () => T): T {
    group.check();
    try {
      return asked();
    } catch (error) {
      throw sqliteFailure(error, file);
    }
  }

  function all<Found>(statement: StatementSync, parameters: readonly (Buffer | number)[]): readonly Found[] {
    return guarded(() => statement.all(...parameters) as unknown as readonly Found[]);
  }

  return {
    async read(key) {
      const [row] = all<readonly [string]>(one, [bytesOfKey(key)]);
      return row?.[0];
    },
    async range({ prefix, after = "", limit = -1, maxCharacters }) {
      const { from, inclusive, to } = boundsOf(prefix, after);
      const statement = inclusive ? fromIncluding : fromAfter;
      const found = maxCharacters === undefined ? all<Row>(statement, [from, to, limit]) : some([from, to, limit]);
      return found.map(([key, value]) => [keyOfBytes(key), value] as const);

      /** Reads row by row, so that no value after the last requested one is read. */
      function some(parameters: readonly (Buffer | number)[]): readonly Row[] {
        return guarded(() => {
          const rows: Row[] = [];
          let characters = 0;
          for (const row of statement.iterate(...parameters) as Iterable<unknown> as Iterable<Row>) {
            rows.push(row);
            characters += row[0].length + row[1].length;
            if (characters >= (maxCharacters ?? 0)) break;
          }
          return rows;
        });
      }
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
