import type { CreateSchemaStmt } from "libpg-query";
import { currentRole, holds, isReserved, refuseForeignOwner, roleOf } from "./authority.ts";
import { addObject } from "./grant-statements.ts";
import { schemaNamed } from "./object-names.ts";
import { refusal } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { refuseOthers } from "./syntax-tree.ts";

/** Runs CREATE SCHEMA. Refuses schema elements in the statement. */
export function createSchema(context: StatementContext, statement: CreateSchemaStmt): void {
  refuseOthers(statement, ["schemaname", "authrole", "if_not_exists"], "CREATE SCHEMA");
  const { catalog, backend } = context;
  const current = currentRole(context);
  const owner = statement.authrole ? roleOf(context, statement.authrole) : current;
  const name = statement.schemaname ?? owner.name;
  const database = catalog.objects.get(backend.database);
  if (!database || !holds(context, current, { object: database, privileges: ["CREATE"] })) {
    throw refusal("permission denied", `permission denied for database ${database?.name}`);
  }
  refuseForeignOwner(context, current, owner);
  if (isReserved(name)) throw refusal("name reserved", `unacceptable schema name "${name}"`);
  if (schemaNamed(context, name)) {
    if (statement.if_not_exists) return;
    throw refusal("schema exists", `schema "${name}" already exists`);
  }
  addObject(context, { kind: "schema", id: catalog.nextId(), name, owner: owner.id, database: backend.database });
}
