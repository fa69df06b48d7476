import { closeSync, openSync, realpathSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { sqliteFailure } from "./sqlite-failure.ts";
import { StoreFailure } from "./store-failure.ts";

/** How a SQLite store treats its disk: `full` waits for it after every transaction, `normal` may lose the last ones when the power fails. */
export type Synchronous = "full" | "normal";

/** "Unds", by which a file says whose it is (PRAGMA application_id), and how it is laid out (PRAGMA user_version). */
const applicationId = 0x556e6473;
const layout = 1;

/** Pages that each connection keeps in memory, in KiB. */
const cacheKibibytes = 16 * 1024;
/** After so many pages, 4 MiB, the write-ahead log goes into the file, and begins anew. */
const checkpointPages = 1000;
/** What a long batch leaves of the write-ahead log is cut off to this size. */
const logBytes = 16 * 1024 * 1024;
/** How long to wait for an operator's tool that reads the file. */
const strangerMilliseconds = 5_000;

/** The file's one true name. Makes it when it is not there, for its owner's eyes only: SQLite gives the files beside it the same rights. */
export function madeFile(file: string): string {
  try {
    closeSync(openSync(file, "a", 0o600));
    return realpathSync(file);
  } catch (cause) {
    const { code = "" } = cause as NodeJS.ErrnoException;
    throw new StoreFailure("unreachable", `the store ${file} cannot be opened: ${reasons[code] ?? code}`, { cause });
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder is not there",
  ENOTDIR: "its folder is a file",
  EISDIR: "it is a folder",
  EACCES: "access is denied",
  EPERM: "access is denied",
  EROFS: "its file system is read-only",
  ENOSPC: "no space is left",
};

/**
 * Keeps others out as long as it is open, and ends with the process, however that ends: SQLite's lock on an empty database beside the
 * file. The file itself cannot be locked, since it is read on one connection while it is written on another.
 */
export function lockedFile(file: string): Disposable {
  const lock = new DatabaseSync(madeFile(`${file}-lock`), { timeout: 0 });
  try {
    // Nothing is ever written, so there is nothing to undo, and no journal is to lie about.
    lock.exec("PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE");
    return { [Symbol.dispose]: () => lock.close() };
  } catch (error) {
    lock.close();
    throw sqliteFailure(error, file);
  }
}

/**
 * The connection that writes. It makes the table of a new file, and refuses a file that is not ours. Rows lie in the order of their
 * keys: a small write costs a little more than at the end of a heap, and a million leases are read at the start three times as fast.
 */
export function openForWriting(
  file: string,
  options: Readonly<{ synchronous: Synchronous; maxPages: number }>,
): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: strangerMilliseconds });
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

/** A connection that only reads. It sees what is committed, and waits for no lock. */
export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: strangerMilliseconds });
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
