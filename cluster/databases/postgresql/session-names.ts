import { createHash } from "node:crypto";

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
export function nameOf(subject: string): string {
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

/** Selects the process ids of sessions of this name. */
export const listWorking = `SELECT session.pid ${working} = $1`;
/** Terminates the sessions of this name, and selects their process ids. */
export const endWorking = `SELECT session.pid, pg_catalog.pg_terminate_backend(session.pid) ${working} = $1`;
/** Selects those of a comma-separated list of names that have sessions. */
export const namesWorking = `SELECT session.application_name ${working} = ANY (pg_catalog.string_to_array($1, ','))`;

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
