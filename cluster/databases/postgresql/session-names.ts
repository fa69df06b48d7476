import { createHash } from "node:crypto";

/** Returns a message that begins a transaction and gives the session a name derived from `subject`. */
export function beginAbout(subject: string): string {
  return `BEGIN; ${nameAbout(subject)}`;
}

/** Returns a statement that gives the session of the current transaction a name derived from `subject`. */
export function nameAbout(subject: string): string {
  return `SET LOCAL application_name = '${nameOf(subject)}'`;
}

/**
 * Returns the name of sessions that work on `subject`. The server shows it until the transaction ends, even while its
 * commit waits for a standby or after its client disconnected. The name is short and consists of letters, digits and a
 * blank.
 */
export function nameOf(subject: string): string {
  return `${namePrefix}${createHash("sha256").update(subject).digest("hex").slice(0, 32)}`;
}

const namePrefix = "understudy ";

/**
 * FROM and WHERE clauses for other sessions, in all databases, whose name matches and whose role is the current one or
 * can change users. Sessions of other roles are ignored as forged: a user must not be able to prevent its own removal
 * by using such a name.
 */
const working = `
  FROM pg_catalog.pg_stat_activity AS session JOIN pg_catalog.pg_roles AS role ON role.oid = session.usesysid
  WHERE session.pid <> pg_catalog.pg_backend_pid() AND (role.rolname = current_user OR role.rolsuper OR role.rolcreaterole)
    AND session.application_name`;

/** Selects the process ids of the sessions with a name. */
export const listWorking = `SELECT session.pid ${working} = $1`;
/** Terminates the sessions with a name, and selects their process ids. */
export const endWorking = `SELECT session.pid, pg_catalog.pg_terminate_backend(session.pid) ${working} = $1`;
/** Selects those names in a comma-separated list for which sessions exist. */
export const namesWorking = `SELECT session.application_name ${working} = ANY (pg_catalog.string_to_array($1, ','))`;

/**
 * Selects the names of all other sessions that work on a subject, including forged names. It reads the function behind
 * the view, because a join would take long.
 */
export const listNames = `SELECT application_name FROM pg_catalog.pg_stat_get_activity(NULL)
  WHERE pid <> pg_catalog.pg_backend_pid() AND application_name LIKE '${namePrefix}%'`;

/** Returns true if `names` contains the name of a session that works on `subject`. */
export function hasSession(subject: string, names: readonly string[]): boolean {
  return names.length > 0 && names.includes(nameOf(subject));
}
