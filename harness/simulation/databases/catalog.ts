import { Journal, JournaledMap } from "./journal.ts";
import type { ColumnType, Value } from "./value.ts";

/** Id of a role, database, schema or table. It does not change when the object is renamed. */
export type ObjectId = number;

export type Role = Readonly<{
  id: ObjectId;
  name: string;
  superuser: boolean;
  inherit: boolean;
  createRole: boolean;
  createDatabase: boolean;
  login: boolean;
  replication: boolean;
  bypassRowSecurity: boolean;
  /** Maximum number of connections; -1 for no limit. */
  connectionLimit: number;
  /** Password as passed to the statement; null if the role has none. */
  password: string | null;
  /** Expiry of the password in milliseconds since 1970, possibly infinite; null if unset. */
  validUntil: number | null;
}>;

/** Membership of the role `member` in the role `role`, granted by `grantor`. */
export type Membership = Readonly<{
  role: ObjectId;
  member: ObjectId;
  grantor: ObjectId;
  admin: boolean;
  inherit: boolean;
  set: boolean;
}>;

export type Database = Readonly<{ kind: "database"; id: ObjectId; name: string; owner: ObjectId }>;
export type Schema = Readonly<{ kind: "schema"; id: ObjectId; name: string; owner: ObjectId; database: ObjectId }>;
export type Column = Readonly<{ name: string; type: ColumnType; notNull: boolean; primaryKey: boolean }>;
export type Table = Readonly<{
  kind: "table";
  id: ObjectId;
  name: string;
  owner: ObjectId;
  database: ObjectId;
  schema: ObjectId;
  columns: readonly Column[];
  /** Rows of the table in the order of their insertion. */
  rows: (readonly Value[])[];
}>;
export type OwnedObject = Database | Schema | Table;

/** A privilege of one grantee on one object. The grantee {@link publicGrantee} means PUBLIC. */
export type Grant = Readonly<{
  privilege: string;
  grantee: ObjectId;
  grantor: ObjectId;
  grantable: boolean;
}>;

/** A grant on objects of `kind` that `creator` creates later in `database`; without `schema`, in all schemas. */
export type DefaultGrant = Grant & Readonly<{ creator: ObjectId; kind: string; database: ObjectId; schema?: ObjectId }>;

export const publicGrantee: ObjectId = 0;
export const bootstrapSuperuser: ObjectId = 10;

export type Catalog = ReturnType<typeof emptyCatalog>;

const predefinedRoles: readonly string[] = [
  "pg_database_owner",
  "pg_read_all_data",
  "pg_write_all_data",
  "pg_monitor",
  "pg_read_all_settings",
  "pg_read_all_stats",
  "pg_stat_scan_tables",
  "pg_read_server_files",
  "pg_write_server_files",
  "pg_execute_server_program",
  "pg_signal_backend",
  "pg_checkpoint",
  "pg_maintain",
  "pg_use_reserved_connections",
  "pg_create_subscription",
  "pg_signal_autovacuum_worker",
];

/** Creates the catalog of a new server with the superuser `postgres` and the database `postgres`. */
export function newCatalog({ password }: { password: string }): Catalog {
  const catalog = emptyCatalog();
  catalog.roles.set(bootstrapSuperuser, {
    ...plainRole,
    id: bootstrapSuperuser,
    name: "postgres",
    password,
    superuser: true,
    createRole: true,
    createDatabase: true,
    login: true,
    replication: true,
    bypassRowSecurity: true,
  });
  for (const name of predefinedRoles) {
    const id = catalog.nextId();
    catalog.roles.set(id, { ...plainRole, id, name });
  }
  addDatabase(catalog, "postgres", bootstrapSuperuser);
  return catalog;
}

/** Attributes of a role that is created without options. */
export const plainRole: Omit<Role, "id" | "name"> = {
  superuser: false,
  inherit: true,
  createRole: false,
  createDatabase: false,
  login: false,
  replication: false,
  bypassRowSecurity: false,
  connectionLimit: -1,
  password: null,
  validUntil: null,
};

/** Adds a database with the default schemas and the default privileges of PUBLIC. */
export function addDatabase(catalog: Catalog, name: string, owner: ObjectId): void {
  const database = catalog.nextId();
  catalog.objects.set(database, { kind: "database", id: database, name, owner });
  grantToPublic(catalog, database, owner, ["CONNECT", "TEMPORARY"]);
  for (const schemaName of ["public", "pg_catalog", "information_schema"]) {
    const id = catalog.nextId();
    const schemaOwner = schemaName === "public" ? databaseOwnerRole(catalog) : bootstrapSuperuser;
    catalog.objects.set(id, { kind: "schema", id, name: schemaName, owner: schemaOwner, database });
    grantToPublic(catalog, id, schemaOwner, ["USAGE"]);
  }
}

function databaseOwnerRole(catalog: Catalog): ObjectId {
  return catalog.roles.find(({ name }) => name === "pg_database_owner")?.id ?? bootstrapSuperuser;
}

function grantToPublic(catalog: Catalog, object: ObjectId, grantor: ObjectId, privileges: readonly string[]): void {
  catalog.grants.set(
    object,
    privileges.map((privilege) => ({ privilege, grantee: publicGrantee, grantor, grantable: false })),
  );
}

/** First id of user-created objects in PostgreSQL. */
const firstId = 16_384;

function emptyCatalog() {
  const journal = new Journal();
  let lastId = firstId - 1;
  return {
    journal,
    roles: new JournaledMap<ObjectId, Role>(journal),
    memberships: new JournaledMap<string, Membership>(journal),
    objects: new JournaledMap<ObjectId, OwnedObject>(journal),
    grants: new JournaledMap<ObjectId, readonly Grant[]>(journal),
    defaultGrants: new JournaledMap<string, DefaultGrant>(journal),
    /** Number of logins since the server's creation, by database. A rollback does not decrease it. */
    sessions: new Map<ObjectId, number>(),
    nextId: (): ObjectId => ++lastId,
  };
}
