import type { CreatedbStmt, DropdbStmt } from "libpg-query";
import { currentRole, owns, refuseForeignOwner, roleOf } from "./authority.ts";
import { addDatabase } from "./catalog.ts";
import { databaseNamed, notOwner } from "./object-names.ts";
import { dropObject } from "./ownership-statements.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as } from "./syntax-tree.ts";

/** Runs CREATE DATABASE. The only supported option is the owner. */
export function createDatabase(context: StatementContext, { dbname = "", options = [] }: CreatedbStmt): void {
  refuseTransaction(context, "CREATE DATABASE");
  const { catalog } = context;
  const current = currentRole(context);
  let owner = current;
  for (const option of options) {
    const { defname, arg } = as("DefElem", option) ?? {};
    if (defname !== "owner") throw unsupported(`CREATE DATABASE with ${defname}`);
    owner = roleOf(context, { roletype: "ROLESPEC_CSTRING", rolename: as("String", arg)?.sval ?? "" });
  }
  if (!current.superuser && !current.createDatabase) {
    throw refusal("permission denied", "permission denied to create database");
  }
  refuseForeignOwner(context, current, owner);
  if (databaseNamed(context, dbname)) throw refusal("database exists", `database "${dbname}" already exists`);
  addDatabase(catalog, dbname, owner.id);
}

/** Runs DROP DATABASE. Throws a refusal, for example if the database has connections. */
export function dropDatabase(context: StatementContext, { dbname = "", missing_ok, options }: DropdbStmt): void {
  refuseTransaction(context, "DROP DATABASE");
  if (options) throw unsupported("DROP DATABASE with options");
  const { catalog, backend, backends } = context;
  const database = databaseNamed(context, dbname);
  if (!database) {
    if (missing_ok) return;
    throw refusal("no such database", `database "${dbname}" does not exist`);
  }
  if (!owns(context, currentRole(context), database)) throw notOwner("database", dbname);
  if (database.id === backend.database) throw refusal("in use", "cannot drop the currently open database");
  if ([...backends.values()].some((one) => one.database === database.id)) {
    throw refusal("in use", `database "${dbname}" is being accessed by other users`);
  }
  for (const object of catalog.objects.values()) {
    const gone = object.id === database.id || (object.kind !== "database" && object.database === database.id);
    if (gone) dropObject(catalog, object, { cascade: true });
  }
  for (const [key, one] of catalog.defaultGrants.entries()) {
    if (one.database === database.id) catalog.defaultGrants.delete(key);
  }
}

function refuseTransaction({ inTransaction }: StatementContext, what: string): void {
  if (inTransaction) throw refusal("wrong transaction state", `${what} cannot run inside a transaction block`);
}
