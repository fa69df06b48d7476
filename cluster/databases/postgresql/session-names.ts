import { createHash } from "node:crypto";

/** Returns statements that begin a transaction and name its session after `subject`. */
export function beginAbout(subject: string): string {
  return `BEGIN; ${nameAbout(subject)}`;
}

/** Returns a statement that names the session after `subject` until the end of the transaction. */
export function nameAbout(subject: string): string {
  return `SET LOCAL application_name = '${nameOf(subject)}'`;
}

/**
 * Returns the name of sessions that work on `subject`. The server shows it until the transaction ends, even while the
 * commit waits for a standby or after the client has disconnected.
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

export const listWorking = `SELECT session.pid ${working} = $1`;
export const endWorking = `SELECT session.pid, pg_catalog.pg_terminate_backend(session.pid) ${working} = $1`;
export const namesWorking = `SELECT session.application_name ${working} = ANY (pg_catalog.string_to_array($1, ','))`;

/**
 * Selects the names of other sessions that work on a subject, including forged names. Reads the function behind the
 * view, because a join would take long.
 */
export const listNames = `SELECT application_name FROM pg_catalog.pg_stat_get_activity(NULL)
  WHERE pid <> pg_catalog.pg_backend_pid() AND application_name LIKE '${namePrefix}%'`;

export function hasSession(subject: string, names: readonly string[]): boolean {
  return names.length > 0 && names.includes(nameOf(subject));
}
