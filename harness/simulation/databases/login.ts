import { postgresqlAddress } from "#engine/database/plugins/postgresql/postgresql-address.ts";
import type { PostgresqlSettings } from "#engine/ports/databases.ts";
import { currentRole, holds, roleNamed } from "./authority.ts";
import type { Catalog } from "./catalog.ts";
import { databaseNamed } from "./object-names.ts";
import { isPassword } from "./password.ts";
import { refusal } from "./refusal.ts";
import type { Backend, StatementContext } from "./statement-context.ts";

export type Login = Readonly<{ user: string; password: string; database: string }>;

/** Returns the login in a connection's settings. The default database has the user's name. */
export function loginOf({ user = "", password = "", dbname }: PostgresqlSettings): Login {
  return { user, password, database: dbname || user };
}

/** Returns the login in a URL such as `postgresql://user:password@host/database`. */
export function loginAt(url: string): Login {
  return loginOf(postgresqlAddress({ connection_url: url }).settings);
}

/** Maximum number of connections to the server: PostgreSQL's default. */
const maxConnections = 100;

type Server = Readonly<{ catalog: Catalog; backends: ReadonlyMap<number, Backend>; now: () => number; pid: number }>;

/** Logs `user` in. Throws a refusal if a check fails. The caller must add the returned connection to `backends`. */
export function logIn({ user, password, database: name }: Login, { catalog, backends, now, pid }: Server): Backend {
  const role = roleNamed(catalog, user);
  const isExpired = role !== undefined && role.validUntil !== null && role.validUntil < now();
  if (!role || isExpired || !isPassword(password, role.password)) {
    throw refusal("wrong password", `password authentication failed for user "${user}"`);
  }
  if (!role.login) throw refusal("may not log in", `role "${user}" is not permitted to log in`);
  const theirs = [...backends.values()].filter((backend) => backend.role === role.id).length;
  if (!role.superuser && role.connectionLimit >= 0 && theirs >= role.connectionLimit) {
    throw refusal("too many connections", `too many connections for role "${user}"`);
  }
  if (backends.size >= maxConnections) throw refusal("too many connections", "sorry, too many clients already");

  const backend: Backend = { pid, role: role.id, database: 0, connected: true };
  const context: StatementContext = { catalog, backend, backends, now, parameters: undefined, inTransaction: false };
  const database = databaseNamed(context, name);
  if (!database) throw refusal("no such database", `database "${name}" does not exist`);
  const admitted = { ...backend, database: database.id };
  const inside = { ...context, backend: admitted };
  if (!holds(inside, currentRole(inside), { object: database, privileges: ["CONNECT"] })) {
    throw refusal("permission denied", `permission denied for database "${name}"`);
  }
  catalog.sessions.set(database.id, (catalog.sessions.get(database.id) ?? 0) + 1);
  return admitted;
}
