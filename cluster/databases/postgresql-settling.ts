import { createHash } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { askInBatches } from "./ask-in-batches.ts";

/** Maximum time for a terminated transaction to end, in milliseconds. */
const endingMilliseconds = 5_000;

/** Interval of checks that it has ended, in milliseconds. */
const pauseMilliseconds = 50;

/** Returns one message that begins a transaction and names it after its subject. */
export function beginAbout(subject: string): string {
  return `BEGIN; ${nameAbout(subject)}`;
}

/** Returns a statement that names the current transaction. */
export function nameAbout(subject: string): string {
  return `SET LOCAL application_name = '${nameOf(subject)}'`;
}

/**
 * Returns the session name for work on `subject`. The server shows it until the transaction ends in
 * any way, even while its commit waits for a standby or its client has gone. It is short, with
 * letters and digits only.
 */
function nameOf(subject: string): string {
  return `${namePrefix}${createHash("sha256").update(subject).digest("hex").slice(0, 32)}`;
}

const namePrefix = "understudy ";

/**
 * Selects sessions by name in all databases, if their role can change users. Sessions of other
 * roles are forged: a user about to be removed must not be able to prevent it.
 */
const working = `
  FROM pg_catalog.pg_stat_activity AS session JOIN pg_catalog.pg_roles AS role ON role.oid = session.usesysid
  WHERE session.pid <> pg_catalog.pg_backend_pid() AND (role.rolname = current_user OR role.rolsuper OR role.rolcreaterole)
    AND session.application_name`;

const listWorking = `SELECT session.pid ${working} = $1`;
const endWorking = `SELECT session.pid, pg_catalog.pg_terminate_backend(session.pid) ${working} = $1`;
/** Selects those of a comma-separated list of names that have sessions. */
const namesWorking = `SELECT session.application_name ${working} = ANY (pg_catalog.string_to_array($1, ','))`;

/**
 * Lists the names of all sessions that work on something, and forged ones. It reads the view's
 * function without a join, which would take longer than removing twenty users.
 */
export const listNames = `SELECT application_name FROM pg_catalog.pg_stat_get_activity(NULL)
  WHERE pid <> pg_catalog.pg_backend_pid() AND application_name LIKE '${namePrefix}%'`;

/** Returns true if a session in `names` works on `subject`. */
export function hasSession(subject: string, names: readonly string[]): boolean {
  return names.length > 0 && names.includes(nameOf(subject));
}

const insufficientPrivilege = "42501";

/**
 * Returns an implementation of {@link DatabaseSession.settle}. Usually no session works on a
 * subject, and one query answers for all subjects asked about at a time.
 */
export function settling(column: DatabaseSession["column"]): DatabaseSession["settle"] {
  const working = askInBatches({
    max: { rounds: 1, questions: Number.POSITIVE_INFINITY },
    isForAll: (error) => error instanceof DatabaseRefusal && error.sqlState === "",
    ask: (names: readonly string[]) => column(namesWorking, [names.join(",")]),
  });
  return async (subject) => {
    const name = nameOf(subject);
    if ((await working(name)).includes(name)) await end(subject, column);
  };
}

/**
 * Ends the sessions that work on `subject`. A session that ends while its commit waits for a
 * standby has committed; any other has not (PostgreSQL, 26.2.8).
 */
async function end(subject: string, column: DatabaseSession["column"]): Promise<void> {
  for (const end = performance.now() + endingMilliseconds; ; await passed(pauseMilliseconds)) {
    if ((await endSessions(nameOf(subject), column)).length === 0) return;
    if (performance.now() >= end) {
      throw new DatabaseRefusal(`an earlier change of "${subject}" is still in progress at the server`, "");
    }
  }
}

/** Terminates the sessions of this name and returns their process ids. */
async function endSessions(name: string, column: DatabaseSession["column"]): Promise<readonly string[]> {
  try {
    return await column(endWorking, [name]);
  } catch (error) {
    // The sessions belong to the connection's previous user. They can only be waited for.
    if (error instanceof DatabaseRefusal && error.sqlState === insufficientPrivilege) {
      return column(listWorking, [name]);
    }
    throw error;
  }
}
