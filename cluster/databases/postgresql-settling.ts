import { setTimeout as passed } from "node:timers/promises";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";

/** How long a transaction that was told to end may take to do so: the server only has to notice. */
const endingMilliseconds = 5_000;

/** How often to look whether it is over. */
const pauseMilliseconds = 50;

/** Tells our locks from those that other programs take at the same server: any number that is nobody else's. */
const lockSeed = 8_260_417_353;

/** The number of the lock that stands for the subject `$1`. */
const lockNumber = `pg_catalog.hashtextextended($1, ${lockSeed})`;

/**
 * Takes the lock that stands for the subject `$1`; it is held until the transaction is over, however it ends: also while its commit
 * waits for a standby, and when nobody is left who waits for it (PostgreSQL, 13.3.5). Two transactions about one subject take turns.
 */
export const takeSubject = `SELECT pg_catalog.pg_advisory_xact_lock(${lockNumber})`;

/** Sessions, of all databases of the server, that hold or await the lock of `$1`. */
const holders = `
  FROM pg_catalog.pg_locks
  WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_catalog.pg_backend_pid()
    AND ((classid::bigint << 32) | objid::bigint) = ${lockNumber}`;

const listRunning = `SELECT pid ${holders}`;
const endRunning = `SELECT pid, pg_catalog.pg_terminate_backend(pid) ${holders}`;

const insufficientPrivilege = "42501";

/**
 * Ends what runs about `subject`, as {@link DatabaseSession.settle} promises. A session that ends while its commit waits for a standby has
 * committed; every other one has not.
 */
export async function settle(subject: string, column: DatabaseSession["column"]): Promise<void> {
  for (const end = performance.now() + endingMilliseconds; ; await passed(pauseMilliseconds)) {
    if ((await endSessions(subject, column)).length === 0) return;
    if (performance.now() >= end) {
      throw new DatabaseRefusal(`an earlier change of "${subject}" is still under way at the server`, "");
    }
  }
}

/** Tells the sessions that work on `subject` to end, and yields their process numbers. */
async function endSessions(subject: string, column: DatabaseSession["column"]): Promise<readonly string[]> {
  try {
    return await column(endRunning, [subject]);
  } catch (error) {
    // They are another role's, from before the connection got another user: all that is left is to wait.
    if (error instanceof DatabaseRefusal && error.sqlState === insufficientPrivilege) {
      return column(listRunning, [subject]);
    }
    throw error;
  }
}
