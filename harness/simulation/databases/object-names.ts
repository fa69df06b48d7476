import type { RangeVar } from "libpg-query";
import { currentRole, holds } from "./authority.ts";
import type { Database, Schema, Table } from "./catalog.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";

export type TableName = Readonly<{ schema?: string | undefined; table: string }>;

/** System schemas, of which only a few views are simulated. */
export const systemSchemas: readonly string[] = ["pg_catalog", "information_schema"];

export function tableName({ catalogname, schemaname, relname = "" }: RangeVar): TableName {
  if (catalogname) throw unsupported("a table name with a database");
  return { schema: schemaname, table: relname };
}

export function databaseNamed({ catalog }: StatementContext, name: string): Database | undefined {
  const found = catalog.objects.find((object) => object.kind === "database" && object.name === name);
  return found?.kind === "database" ? found : undefined;
}

export function schemaNamed({ catalog, backend }: StatementContext, name: string): Schema | undefined {
  const found = catalog.objects.find(
    (object) => object.kind === "schema" && object.name === name && object.database === backend.database,
  );
  return found?.kind === "schema" ? found : undefined;
}

export function existingSchema(context: StatementContext, name: string): Schema {
  const schema = schemaNamed(context, name);
  if (!schema) throw refusal("no such schema", `schema "${name}" does not exist`);
  return schema;
}

export function tablesOf({ catalog }: StatementContext, schema: Schema): readonly Table[] {
  return catalog.objects
    .values()
    .flatMap((object) => (object.kind === "table" && object.schema === schema.id ? object : []));
}

function searchPath(context: StatementContext): readonly Schema[] {
  const role = currentRole(context);
  const found = [role.name, "public"].flatMap((name) => schemaNamed(context, name) ?? []);
  return found.filter((schema) => holds(context, role, { object: schema, privileges: ["USAGE"] }));
}

/** Returns the schema in which a new table with this name is created. Throws a refusal if there is none. */
export function schemaForNew(context: StatementContext, { schema }: TableName): Schema {
  if (schema !== undefined) return existingSchema(context, schema);
  const [first] = searchPath(context);
  if (!first) throw refusal("no such schema", "no schema has been selected to create in");
  return first;
}

/**
 * Returns the table, or undefined if none exists. Throws a refusal if the name contains a schema on which the role
 * lacks the USAGE privilege.
 */
export function tableNamed(context: StatementContext, { schema, table }: TableName): Table | undefined {
  const schemas = schema === undefined ? searchPath(context) : [schemaNamed(context, schema) ?? []].flat();
  for (const one of schemas) {
    if (!holds(context, currentRole(context), { object: one, privileges: ["USAGE"] })) throw closed(one);
    const found = tablesOf(context, one).find(({ name }) => name === table);
    if (found) return found;
  }
  return undefined;
}

export function existingTable(context: StatementContext, name: TableName): Table {
  const found = tableNamed(context, name);
  if (found) return found;
  if (isSystemRelation(name)) throw unsupported(`the system's relation ${name.table}`);
  throw refusal("no such table", `relation "${printed(name)}" does not exist`);
}

/** True if the name can be that of a system relation, which may exist on a real server but not be simulated. */
export function isSystemRelation({ schema, table }: TableName): boolean {
  return schema === undefined ? table.startsWith("pg_") : systemSchemas.includes(schema);
}

export function printed({ schema, table }: TableName): string {
  return schema === undefined ? table : `${schema}.${table}`;
}

export function closed({ kind, name }: Readonly<{ kind: string; name: string }>): Error {
  return refusal("permission denied", `permission denied for ${kind} ${name}`);
}

export function notOwner(kind: string, name: string): Error {
  return refusal("permission denied", `must be owner of ${kind} ${name}`);
}
