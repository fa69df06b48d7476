import { createHash } from "node:crypto";
import { setTimeout as passed } from "node:timers/promises";
import { DatabaseRefusal, type DatabaseSession } from "#engine/ports/databases.ts";
import { askTogether } from "./ask-together.ts";

/** How long a transaction that was told to end may take to do so: the server only has to notice. */
const endingMilliseconds = 5_000;

/** How often to look whether it is over. */
const pauseMilliseconds = 50;

/** Begins a transaction that the server knows by its subject until it is over. It is one message: the answer is to both. */
export function beginAbout(subject: string): string {
  return `BEGIN; ${nameAbout(subject)}`;
}

/** Names the transaction that it stands in. */
export function nameAbout(subject: string): string {
  return `SET LOCAL application_name = '${nameOf(subject)}'`;
}

/**
 * What a session is called while it works on `subject`. The server shows that name until the transaction is over, however it ends: also
 * while its commit waits for a standby, and when its client has gone. Letters and digits only, and not too long for a name.
 */
function nameOf(subject: string): string {
  return `${namePrefix}${createHash("sha256").update(subject).digest("hex").slice(0, 32)}`;
}

const namePrefix = "understudy ";

/**
 * The sessions of some names, of all databases of the server, of roles that can change users: any other role's is called so to deceive, and
 * a user that is to be removed must not be able to prevent it.
 */
const working = `
  FROM pg_catalog.pg_stat_activity AS session JOIN pg_catalog.pg_roles AS role ON role.oid = session.usesysid
  WHERE session.pid <> pg_catalog.pg_backend_pid() AND (role.rolname = current_user OR role.rolsuper OR role.rolcreaterole)
    AND session.application_name`;

const listWorking = `SELECT session.pid ${working} = $1`;
const endWorking = `SELECT session.pid, pg_catalog.pg_terminate_backend(session.pid) ${working} = $1`;
/** Which of many names, between commas, are at work. */
const namesWorking = `SELECT session.application_name ${working} = ANY (pg_catalog.string_to_array($1, ','))`;

/**
 * The names of all sessions that work on something, and of any that are called so to deceive. It reads what the view shows, but joins nothing to it: that
 * takes longer than to remove twenty users.
 */
export const listNames = `SELECT application_name FROM pg_catalog.pg_stat_get_activity(NULL)
  WHERE pid <> pg_catalog.pg_backend_pid() AND application_name LIKE '${namePrefix}%'`;

/** Whether a session of one of `names` works on `subject`. */
export function isAtWork(subject: string, names: readonly string[]): boolean {
  return names.length > 0 && names.includes(nameOf(subject));
}

const insufficientPrivilege = "42501";

/**
 * Settles as {@link DatabaseSession.settle} promises. Mostly nothing runs, and a look tells that of all subjects that are asked about at a time: ten
 * thousand users that are removed cost no look each.
 */
export function settling(column: DatabaseSession["column"]): DatabaseSession["settle"] {
  const working = askTogether({
    most: { rounds: 1, questions: Number.POSITIVE_INFINITY },
    isForAll: (error) => error instanceof DatabaseRefusal && error.sqlState === "",
    ask: (names: readonly string[]) => column(namesWorking, [names.join(",")]),
  });
  return async (subject) => {
    const name = nameOf(subject);
    if ((await working(name)).includes(name)) await end(subject, column);
  };
}

/**
 * Ends what runs about `subject`. A session that ends while its commit waits for a standby has committed; every other one has
 * not (PostgreSQL, 26.2.8).
 */
async function end(subject: string, column: DatabaseSession["column"]): Promise<void> {
  for (const end = performance.now() + endingMilliseconds; ; await passed(pauseMilliseconds)) {
    if ((await endSessions(nameOf(subject), column)).length === 0) return;
    if (performance.now() >= end) {
      throw new DatabaseRefusal(`an earlier change of "${subject}" is still under way at the server`, "");
    }
  }
}

/** Tells the sessions of this name to end, and yields their process numbers. */
async function endSessions(name: string, column: DatabaseSession["column"]): Promise<readonly string[]> {
  try {
    return await column(endWorking, [name]);
  } catch (error) {
    // They are another role's, from before the connection got another user: all that is left is to wait.
    if (error instanceof DatabaseRefusal && error.sqlState === insufficientPrivilege) {
      return column(listWorking, [name]);
    }
    throw error;
  }
}
