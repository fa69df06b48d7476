import { Journal, JournaledMap } from "./journal.ts";
import type { ColumnType, Value } from "./value.ts";

/** Number of a role, database, schema or table; it stays when the name changes. */
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
  /** -1 is no limit. */
  connectionLimit: number;
  /** As it was given; null when there is none. */
  password: string | null;
  /** Milliseconds since 1970, infinities included; null when it was never said. */
  validUntil: number | null;
}>;

/** `member` is in `role`, because `grantor` said so. */
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
  /** The one thing that is changed in place, and only through `insertRow`. */
  rows: (readonly Value[])[];
}>;
export type OwnedObject = Database | Schema | Table;

/** One privilege on one object; {@link publicGrantee} as grantee is PUBLIC. Owners need none. */
export type Grant = Readonly<{
  privilege: string;
  grantee: ObjectId;
  grantor: ObjectId;
  grantable: boolean;
}>;

/** What new objects of `creator` grant from the start. `schema` is undefined when it holds in all of them. */
export type DefaultGrant = Grant & Readonly<{ creator: ObjectId; kind: string; database: ObjectId; schema?: ObjectId }>;

export const publicGrantee: ObjectId = 0;
/** The role that initdb makes. What the system grants, it grants in its name. */
export const bootstrapSuperuser: ObjectId = 10;

/** The server's catalog: all its state but the connections. */
export type Catalog = ReturnType<typeof emptyCatalog>;

/** Roles that every PostgreSQL 18 has from the start and that cannot be altered (PostgreSQL, "Predefined Roles"). */
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

/** The catalog of a new server: one superuser `postgres`, one database `postgres`. */
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

/** What a role is when nothing is said of it. */
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

/** Adds a database with the schemas every database has, and the privileges PUBLIC has there. */
export function addDatabase(catalog: Catalog, name: string, owner: ObjectId): void {
  const database = catalog.nextId();
  catalog.objects.set(database, { kind: "database", id: database, name, owner });
  grantToEverybody(catalog, database, owner, ["CONNECT", "TEMPORARY"]);
  for (const schemaName of ["public", "pg_catalog", "information_schema"]) {
    const id = catalog.nextId();
    const schemaOwner = schemaName === "public" ? databaseOwnerRole(catalog) : bootstrapSuperuser;
    catalog.objects.set(id, { kind: "schema", id, name: schemaName, owner: schemaOwner, database });
    grantToEverybody(catalog, id, schemaOwner, ["USAGE"]);
  }
}

function databaseOwnerRole(catalog: Catalog): ObjectId {
  return catalog.roles.find(({ name }) => name === "pg_database_owner")?.id ?? bootstrapSuperuser;
}

function grantToEverybody(catalog: Catalog, object: ObjectId, grantor: ObjectId, privileges: readonly string[]): void {
  catalog.grants.set(
    object,
    privileges.map((privilege) => ({ privilege, grantee: publicGrantee, grantor, grantable: false })),
  );
}

/** The first number that PostgreSQL gives to what users make. */
const firstId = 16_384;

function emptyCatalog() {
  const journal = new Journal();
  let lastId = firstId - 1;
  return {
    journal,
    roles: new JournaledMap<ObjectId, Role>(journal),
    memberships: new JournaledMap<string, Membership>(journal),
    objects: new JournaledMap<ObjectId, OwnedObject>(journal),
    /** By object. */
    grants: new JournaledMap<ObjectId, readonly Grant[]>(journal),
    defaultGrants: new JournaledMap<string, DefaultGrant>(journal),
    /** How often a client has logged in, by database. No transaction takes that back. */
    sessions: new Map<ObjectId, number>(),
    nextId: (): ObjectId => ++lastId,
  };
}
