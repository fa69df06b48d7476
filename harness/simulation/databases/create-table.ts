import type { CreateStmt, Node } from "libpg-query";
import { currentRole, holds } from "./authority.ts";
import type { Column } from "./catalog.ts";
import { addObject } from "./grant-statements.ts";
import { closed, schemaForNew, tableName, tablesOf } from "./object-names.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as, names, refuseOthers } from "./syntax-tree.ts";
import type { ColumnType } from "./value.ts";

/** Runs CREATE TABLE. Supports columns of a few types, NOT NULL, and a primary key of one column. */
export function createTable(context: StatementContext, statement: CreateStmt): void {
  refuseOthers(statement, ["relation", "tableElts", "oncommit", "if_not_exists"], "CREATE TABLE");
  const { relation = {}, tableElts = [], oncommit, if_not_exists } = statement;
  refuseTemporary(relation.relpersistence, oncommit);
  const name = tableName(relation);
  const schema = schemaForNew(context, name);
  const owner = currentRole(context);
  if (!holds(context, owner, { object: schema, privileges: ["CREATE"] })) throw closed(schema);
  if (tablesOf(context, schema).some((table) => table.name === name.table)) {
    if (if_not_exists) return;
    throw refusal("table exists", `relation "${name.table}" already exists`);
  }
  const columns = tableElts.map(columnOf);
  for (const { name: column } of columns) {
    if (columns.filter((one) => one.name === column).length > 1) {
      throw refusal("column twice", `column "${column}" specified more than once`);
    }
  }
  if (columns.filter(({ primaryKey }) => primaryKey).length > 1) throw unsupported("a primary key of several columns");
  const location = { database: schema.database, schema: schema.id };
  addObject(context, {
    kind: "table",
    id: context.catalog.nextId(),
    name: name.table,
    owner: owner.id,
    ...location,
    columns,
    rows: [],
  });
}

function refuseTemporary(persistence: string | undefined, onCommit: string | undefined): void {
  if (persistence !== "p" || onCommit !== "ONCOMMIT_NOOP") throw unsupported("a temporary or unlogged table");
}

const columnTypes: Readonly<Record<string, ColumnType["name"]>> = {
  text: "text",
  varchar: "character varying",
  int4: "integer",
  int8: "bigint",
  bool: "boolean",
};

function columnOf(node: Node): Column {
  const definition = as("ColumnDef", node);
  if (!definition) throw unsupported("constraints of a whole table");
  refuseOthers(definition, ["colname", "typeName", "is_local", "constraints"], "a column");
  const { colname = "", typeName = {}, constraints = [] } = definition;
  refuseOthers(typeName, ["names", "typmods", "typemod"], "a type");
  const path = names(typeName.names);
  const type = path.length === 1 || path[0] === "pg_catalog" ? columnTypes[path.at(-1) ?? ""] : undefined;
  if (!type) throw unsupported(`the type ${path.join(".")}`);
  const limit = as("A_Const", typeName.typmods?.[0])?.ival?.ival;
  if (limit !== undefined && type !== "character varying") throw unsupported(`a length of ${type}`);
  const kinds = constraints.map((constraint) => as("Constraint", constraint)?.contype ?? "");
  const other = kinds.find((kind) => !["CONSTR_NOTNULL", "CONSTR_NULL", "CONSTR_PRIMARY"].includes(kind));
  if (other !== undefined) throw unsupported(`the constraint ${other}`);
  const primaryKey = kinds.includes("CONSTR_PRIMARY");
  const notNull = primaryKey || kinds.includes("CONSTR_NOTNULL");
  return { name: colname, type: { name: type, ...(limit !== undefined && { limit }) }, notNull, primaryKey };
}
