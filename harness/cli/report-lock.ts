import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "#harness/cli/failure.ts";
import { whyNotWritten } from "#harness/files/disk-full.ts";
import { makeFolder } from "#harness/files/make-folder.ts";
import { ownerOnly } from "#harness/files/owner-only.ts";

const lockName = ".understudy-lock";
const attempts = 5;

/**
 * Creates the folder of the reports and locks it against other rehearsals until disposed. Uses a lock of SQLite, which
 * the operating system releases when the process ends. If the folder is locked, throws a Failure that names the option
 * --report.
 */
export function lockReports(folder: string): Disposable {
  try {
    makeFolder(folder);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const lock = tryLock(join(folder, lockName));
      if (lock) return lock;
    }
  } catch (cause) {
    const why = whyNotWritten(cause);
    if (why === undefined) throw cause;
    throw new Failure("not judged", `--report ${folder} cannot be written: ${why}`, { cause });
  }
  throw inUse(folder);
}

function tryLock(file: string): Disposable | undefined {
  createFile(file);
  const before = inodeOf(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // Nothing is written, so no journal file is needed.
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw isBusy(error) ? inUse(dirname(file)) : error;
  }
  // A lock on a removed file does not exclude other rehearsals.
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

/** Creates the file. Does not open an existing file: closing it would release this process's own lock on it. */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, "ax", ownerOnly.file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

function inodeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.ino;
}

const busy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === busy;
}

function inUse(folder: string): Failure {
  return new Failure(
    "not judged",
    `another rehearsal is writing its report to ${folder}: choose another folder with --report`,
  );
}
