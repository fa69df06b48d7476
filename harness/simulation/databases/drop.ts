import type { DropStmt } from "libpg-query";
import { currentRole, owns } from "./authority.ts";
import type { OwnedObject } from "./catalog.ts";
import { existingSchema, isSystemRelation, notOwner, printed, schemaNamed, tableNamed } from "./object-names.ts";
import { dropObject } from "./ownership-statements.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as, items, names } from "./syntax-tree.ts";

export function drop(context: StatementContext, { objects = [], removeType, missing_ok, behavior }: DropStmt): void {
  const cascade = behavior === "DROP_CASCADE";
  const named = objects.flatMap((node) => {
    if (removeType === "OBJECT_TABLE") return tableToDrop(context, names(items(node)), missing_ok ?? false) ?? [];
    if (removeType === "OBJECT_SCHEMA")
      return schemaToDrop(context, as("String", node)?.sval ?? "", missing_ok ?? false) ?? [];
    throw unsupported(`DROP of ${removeType?.replace("OBJECT_", "")}`);
  });
  for (const object of named) dropObject(context.catalog, object, { cascade });
}

function tableToDrop(context: StatementContext, path: readonly string[], missingOk: boolean): OwnedObject | undefined {
  const name = { schema: path.at(-2), table: path.at(-1) ?? "" };
  if (isSystemRelation(name)) throw unsupported("dropping a system relation");
  if (name.schema !== undefined && !missingOk) existingSchema(context, name.schema);
  const table = tableNamed(context, name);
  if (!table) {
    if (missingOk) return undefined;
    throw refusal("no such table", `table "${printed(name)}" does not exist`);
  }
  const schema = context.catalog.objects.get(table.schema);
  const current = currentRole(context);
  if (!owns(context, current, table) && !(schema && owns(context, current, schema)))
    throw notOwner("table", table.name);
  return table;
}

function schemaToDrop(context: StatementContext, name: string, missingOk: boolean): OwnedObject | undefined {
  const schema = missingOk ? schemaNamed(context, name) : existingSchema(context, name);
  if (schema && !owns(context, currentRole(context), schema)) throw notOwner("schema", name);
  return schema;
}
