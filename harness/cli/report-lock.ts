import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "#harness/cli/failure.ts";
import { whyNotWritten } from "#harness/reports/disk-full.ts";
import { makeFolder } from "#harness/reports/make-folder.ts";
import { ownerOnly } from "#harness/reports/owner-only.ts";

/** Name of the lock file: it stands in the folder while a rehearsal writes reports there, or after one was killed. */
const lockName = ".understudy-lock";
/** How often a lock is tried whose file went away in between: the rehearsal that removed it is at its end. */
const attempts = 5;

/**
 * Makes the folder of the reports and keeps other rehearsals out of it until it is disposed of. The lock is SQLite's on an empty
 * database, so the system ends it with the process, however that ends. Throws a Failure that names the option.
 */
export function lockReports(folder: string): Disposable {
  try {
    makeFolder(folder);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const lock = locked(join(folder, lockName));
      if (lock) return lock;
    }
  } catch (cause) {
    const why = whyNotWritten(cause);
    if (why === undefined) throw cause;
    throw new Failure("not judged", `--report ${folder} cannot be written: ${why}`, { cause });
  }
  throw taken(folder);
}

/** The lock; undefined when its file was removed meanwhile by its last holder. */
function locked(file: string): Disposable | undefined {
  make(file);
  const before = inodeOf(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is ever written, so what it would take to undo it need not lie about as a file.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? taken(dirname(file)) : error;
  }
  // A lock on a file that was removed excludes no other rehearsal.
  if (before === undefined || inodeOf(file) !== before) {
    lock.close();
    return undefined;
  }
  return {
    [Symbol.dispose]() {
      rmSync(file, { force: true });
      lock.close();
    },
  };
}

/** Makes the file unless it is there. One that is there is not opened: closing it would end a lock that this process has on it. */
function make(file: string): void {
  try {
    closeSync(openSync(file, "ax", ownerOnly.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

/** SQLite's SQLITE_BUSY. */
const busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function taken(folder: string): Failure {
  return new Failure("not judged", `another rehearsal writes its report to ${folder}: name another folder by --report`);
}
