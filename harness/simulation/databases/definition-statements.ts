import type { CreatedbStmt, CreateSchemaStmt, CreateStmt, DropdbStmt, DropStmt, Node } from "libpg-query";
import { currentRole, holds, isMemberOf, isReserved, owns, roleOf } from "./authority.ts";
import { addDatabase, type Column, type OwnedObject, type Role } from "./catalog.ts";
import { grantByDefault } from "./grant-statements.ts";
import {
  closed,
  databaseNamed,
  existingSchema,
  isSystemRelation,
  printed,
  schemaForNew,
  schemaNamed,
  tableName,
  tableNamed,
  tablesOf,
} from "./object-names.ts";
import { dropObject } from "./ownership-statements.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { Scene } from "./scene.ts";
import { as, items, names, refuseOthers } from "./syntax-tree.ts";
import type { ColumnType } from "./value.ts";

/** CREATE TABLE with columns of a few types, NOT NULL and a primary key of one column. */
export function createTable(scene: Scene, statement: CreateStmt): void {
  refuseOthers(statement, ["relation", "tableElts", "oncommit", "if_not_exists"], "CREATE TABLE");
  const { relation = {}, tableElts = [], oncommit, if_not_exists } = statement;
  refuseTemporary(relation.relpersistence, oncommit);
  const name = tableName(relation);
  const schema = schemaForNew(scene, name);
  const owner = currentRole(scene);
  if (!holds(scene, owner, { object: schema, privileges: ["CREATE"] })) throw closed(schema);
  if (tablesOf(scene, schema).some((table) => table.name === name.table)) {
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
  const place = { database: schema.database, schema: schema.id };
  add(scene, {
    kind: "table",
    id: scene.catalog.nextId(),
    name: name.table,
    owner: owner.id,
    ...place,
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

function add(scene: Scene, object: OwnedObject): void {
  scene.catalog.objects.set(object.id, object);
  grantByDefault(scene, object);
}

/** CREATE SCHEMA without elements. */
export function createSchema(scene: Scene, statement: CreateSchemaStmt): void {
  refuseOthers(statement, ["schemaname", "authrole", "if_not_exists"], "CREATE SCHEMA");
  const { catalog, backend } = scene;
  const current = currentRole(scene);
  const owner = statement.authrole ? roleOf(scene, statement.authrole) : current;
  const name = statement.schemaname ?? owner.name;
  const database = catalog.objects.get(backend.database);
  if (!database || !holds(scene, current, { object: database, privileges: ["CREATE"] })) {
    throw refusal("permission denied", `permission denied for database ${database?.name}`);
  }
  refuseForeignOwner(scene, current, owner);
  if (isReserved(name)) throw refusal("name reserved", `unacceptable schema name "${name}"`);
  if (schemaNamed(scene, name)) {
    if (statement.if_not_exists) return;
    throw refusal("schema exists", `schema "${name}" already exists`);
  }
  add(scene, { kind: "schema", id: catalog.nextId(), name, owner: owner.id, database: backend.database });
}

function refuseForeignOwner({ catalog }: Scene, current: Role, owner: Role): void {
  if (current.superuser || isMemberOf(catalog, current.id, owner.id)) return;
  throw refusal("permission denied", `must be able to SET ROLE "${owner.name}"`);
}

/** DROP TABLE and DROP SCHEMA. */
export function drop(scene: Scene, { objects = [], removeType, missing_ok, behavior }: DropStmt): void {
  const cascade = behavior === "DROP_CASCADE";
  const named = objects.flatMap((node) => {
    if (removeType === "OBJECT_TABLE") return tableToDrop(scene, names(items(node)), missing_ok ?? false) ?? [];
    if (removeType === "OBJECT_SCHEMA")
      return schemaToDrop(scene, as("String", node)?.sval ?? "", missing_ok ?? false) ?? [];
    throw unsupported(`DROP of ${removeType?.replace("OBJECT_", "")}`);
  });
  for (const object of named) dropObject(scene.catalog, object, { cascade });
}

function tableToDrop(scene: Scene, path: readonly string[], missingOk: boolean): OwnedObject | undefined {
  const name = { schema: path.at(-2), table: path.at(-1) ?? "" };
  if (isSystemRelation(name)) throw unsupported("to drop what is the system's");
  if (name.schema !== undefined && !missingOk) existingSchema(scene, name.schema);
  const table = tableNamed(scene, name);
  if (!table) {
    if (missingOk) return undefined;
    throw refusal("no such table", `table "${printed(name)}" does not exist`);
  }
  const schema = scene.catalog.objects.get(table.schema);
  const current = currentRole(scene);
  if (!owns(scene, current, table) && !(schema && owns(scene, current, schema))) throw notOwner("table", table.name);
  return table;
}

function schemaToDrop(scene: Scene, name: string, missingOk: boolean): OwnedObject | undefined {
  const schema = missingOk ? schemaNamed(scene, name) : existingSchema(scene, name);
  if (schema && !owns(scene, currentRole(scene), schema)) throw notOwner("schema", name);
  return schema;
}

function notOwner(kind: string, name: string): Error {
  return refusal("permission denied", `must be owner of ${kind} ${name}`);
}

/** CREATE DATABASE, at most with an owner. */
export function createDatabase(scene: Scene, { dbname = "", options = [] }: CreatedbStmt): void {
  refuseTransaction(scene, "CREATE DATABASE");
  const { catalog } = scene;
  const current = currentRole(scene);
  let owner = current;
  for (const option of options) {
    const { defname, arg } = as("DefElem", option) ?? {};
    if (defname !== "owner") throw unsupported(`CREATE DATABASE with ${defname}`);
    owner = roleOf(scene, { roletype: "ROLESPEC_CSTRING", rolename: as("String", arg)?.sval ?? "" });
  }
  if (!current.superuser && !current.createDatabase) {
    throw refusal("permission denied", "permission denied to create database");
  }
  refuseForeignOwner(scene, current, owner);
  if (databaseNamed(scene, dbname)) throw refusal("database exists", `database "${dbname}" already exists`);
  addDatabase(catalog, dbname, owner.id);
}

/** DROP DATABASE of one that nobody uses. */
export function dropDatabase(scene: Scene, { dbname = "", missing_ok, options }: DropdbStmt): void {
  refuseTransaction(scene, "DROP DATABASE");
  if (options) throw unsupported("DROP DATABASE with options");
  const { catalog, backend, backends } = scene;
  const database = databaseNamed(scene, dbname);
  if (!database) {
    if (missing_ok) return;
    throw refusal("no such database", `database "${dbname}" does not exist`);
  }
  if (!owns(scene, currentRole(scene), database)) throw notOwner("database", dbname);
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

function refuseTransaction({ inTransaction }: Scene, what: string): void {
  if (inTransaction) throw refusal("wrong transaction state", `${what} cannot run inside a transaction block`);
}
