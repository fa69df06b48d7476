import { closeSync, openSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteFailure } from "./sqlite-failure.ts";
import { StoreFailure } from "./store-failure.ts";

/**
 * SQLite's `synchronous` setting. `full` syncs each transaction to the disk; with `normal`, a power failure may lose
 * the last transactions.
 */
export type Synchronous = "full" | "normal";

/** PRAGMA application_id of files of this program ("Unds"). */
const applicationId = 0x556e6473;
const layout = 1;

const cacheKibibytes = 16 * 1024;
/** Number of pages of the write-ahead log (4 MiB) from which it is transferred to the file. */
const checkpointPages = 1000;
/** Size, in bytes, to which the write-ahead log is truncated after it has grown larger. */
const logBytes = 16 * 1024 * 1024;
/** Maximum time to wait for a lock that a different program has on the file, in milliseconds. */
const busyTimeoutMilliseconds = 5_000;

/**
 * Creates the file, accessible only to its owner, if it does not exist. Returns the path with links resolved. Throws a
 * {@link StoreFailure} if the file cannot be opened.
 */
export function createFile(file: string): string {
  try {
    closeSync(openSync(file, "a", 0o600));
    return realpathSync(file);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new StoreFailure("unreachable", `the store ${file} cannot be opened: ${reasons[code] ?? code}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
  EACCES: "access is denied",
  EPERM: "access is denied",
  EROFS: "its file system is read-only",
  ENOSPC: "no space is left",
};

/**
 * Locks the store until the result is disposed or the process ends. Throws a {@link StoreFailure} if the store is in
 * use. The lock is on a separate, empty database in the same folder, since the connections that read and write the file
 * must not exclude each other.
 */
export function lockedFile(file: string): Disposable {
  const lock = new DatabaseSync(createFile(`${file}-lock`), { timeout: 0 });
  try {
    // Nothing is ever written, so no journal is needed.
    lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    throw sqliteFailure(error, file);
  }
}

/**
 * Opens the connection that writes, and creates the table in a new file. Throws a {@link StoreFailure}, for example for
 * a file of another program or release. Rows are stored in the order of keys, so that ranges are read faster.
 */
export function openForWriting(
  file: string,
  options: Readonly<{ synchronous: Synchronous; maxPages: number }>,
): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMilliseconds });
  try {
    database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
    refuseOtherUsers(database, file);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = ${options.synchronous};
      PRAGMA wal_autocheckpoint = ${checkpointPages};
      PRAGMA journal_size_limit = ${logBytes};
      PRAGMA max_page_count = ${options.maxPages};
      BEGIN IMMEDIATE;
      CREATE TABLE IF NOT EXISTS entry (key BLOB NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      PRAGMA application_id = ${applicationId};
      PRAGMA user_version = ${layout};
      COMMIT;`);
    return database;
  } catch (error) {
    database.close();
    throw sqliteFailure(error, file);
  }
}

export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMilliseconds });
  database.exec(`PRAGMA cache_size = -${cacheKibibytes}`);
  return database;
}

function refuseOtherUsers(database: DatabaseSync, file: string): void {
  const number = (pragma: string) => Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]);
  const owner = number("application_id");
  if (owner === 0 && database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined) return;
  if (owner !== applicationId)
    throw new StoreFailure("foreign", `the store ${file} is the database of another program`);
  if (number("user_version") === layout) return;
  throw new StoreFailure("foreign", `the store ${file} was made by another release; this one reads layout ${layout}`);
}
