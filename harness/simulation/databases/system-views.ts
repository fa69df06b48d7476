import { currentRole, hasPrivilegesOf } from "./authority.ts";
import { type OwnedObject, publicGrantee, type Role } from "./catalog.ts";
import type { TableName } from "./object-names.ts";
import type { Relation } from "./relation.ts";
import type { StatementContext } from "./statement-context.ts";
import { printTimestamp } from "./timestamp.ts";
import { nothing, type TypeName, truth, type Value } from "./value.ts";

type Row = Readonly<Record<string, Value>>;

/** Simulated system views. If `isComplete` is false, the view lacks columns of the real view. */
const views: Readonly<
  Record<string, Readonly<{ rows(context: StatementContext): readonly Row[]; isComplete: boolean }>>
> = {
  "pg_catalog.pg_roles": { rows: ({ catalog }) => catalog.roles.values().map(asPgRole), isComplete: true },
  "pg_catalog.pg_user": {
    rows: ({ catalog }) =>
      catalog.roles
        .values()
        .filter(({ login }) => login)
        .map(asPgUser),
    isComplete: true,
  },
  "pg_catalog.pg_database": { rows: databases, isComplete: false },
  "pg_catalog.pg_tables": { rows: tables, isComplete: false },
  "pg_catalog.pg_stat_activity": { rows: activity, isComplete: false },
  "pg_catalog.pg_stat_database": { rows: databaseStatistics, isComplete: false },
  "information_schema.role_table_grants": { rows: tableGrants, isComplete: false },
  "information_schema.table_privileges": { rows: tableGrants, isComplete: false },
  "information_schema.role_column_grants": { rows: columnGrants, isComplete: false },
};

export function systemView(
  context: StatementContext,
  { schema = "pg_catalog", table }: TableName,
): Relation | undefined {
  const view = views[`${schema}.${table}`];
  if (!view) return undefined;
  const rows = view.rows(context);
  const columns = Object.entries(columnsOf[`${schema}.${table}`] ?? {}).map(([name, type]) => ({ name, type }));
  return {
    name: table,
    columns,
    rows: rows.map((row) => columns.map(({ name }) => row[name] ?? nothing)),
    isComplete: view.isComplete,
  };
}

const privilegeColumns = { grantee: "name", table_schema: "name", table_name: "name", privilege_type: "text" } as const;

const columnsOf: Readonly<Record<string, Readonly<Record<string, TypeName>>>> = {
  "pg_catalog.pg_roles": {
    rolname: "name",
    rolsuper: "boolean",
    rolinherit: "boolean",
    rolcreaterole: "boolean",
    rolcreatedb: "boolean",
    rolcanlogin: "boolean",
    rolreplication: "boolean",
    rolconnlimit: "integer",
    rolpassword: "text",
    rolvaliduntil: "timestamp with time zone",
    rolbypassrls: "boolean",
    rolconfig: "text",
    oid: "oid",
  },
  "pg_catalog.pg_user": {
    usename: "name",
    usesysid: "oid",
    usecreatedb: "boolean",
    usesuper: "boolean",
    userepl: "boolean",
    usebypassrls: "boolean",
    passwd: "text",
    valuntil: "timestamp with time zone",
    useconfig: "text",
  },
  "pg_catalog.pg_database": { oid: "oid", datname: "name" },
  "pg_catalog.pg_tables": { schemaname: "name", tablename: "name", tableowner: "name" },
  "pg_catalog.pg_stat_activity": { datname: "name", pid: "integer", usesysid: "oid", usename: "name" },
  "pg_catalog.pg_stat_database": { datid: "oid", datname: "name", sessions: "integer" },
  "information_schema.role_table_grants": privilegeColumns,
  "information_schema.table_privileges": privilegeColumns,
  "information_schema.role_column_grants": { ...privilegeColumns, column_name: "name" },
};

/** Value of password columns, as on a real server. */
const hidden: Value = { type: "text", text: "********" };

function asPgRole(role: Role): Row {
  return {
    rolname: name(role.name),
    rolsuper: truth(role.superuser),
    rolinherit: truth(role.inherit),
    rolcreaterole: truth(role.createRole),
    rolcreatedb: truth(role.createDatabase),
    rolcanlogin: truth(role.login),
    rolreplication: truth(role.replication),
    rolconnlimit: { type: "integer", text: String(role.connectionLimit) },
    rolpassword: hidden,
    rolvaliduntil: time(role.validUntil),
    rolbypassrls: truth(role.bypassRowSecurity),
    oid: number(role.id),
  };
}

function asPgUser(role: Role): Row {
  return {
    usename: name(role.name),
    usesysid: number(role.id),
    usecreatedb: truth(role.createDatabase),
    usesuper: truth(role.superuser),
    userepl: truth(role.replication),
    usebypassrls: truth(role.bypassRowSecurity),
    passwd: hidden,
    valuntil: time(role.validUntil),
  };
}

function databases({ catalog }: StatementContext): readonly Row[] {
  return catalog.objects
    .values()
    .flatMap((object) => (object.kind === "database" ? { oid: number(object.id), datname: name(object.name) } : []));
}

function tables(context: StatementContext): readonly Row[] {
  return tablesHere(context).map(({ table, schema }) => ({
    schemaname: name(schema),
    tablename: name(table.name),
    tableowner: name(context.catalog.roles.get(table.owner)?.name ?? ""),
  }));
}

function tablesHere({ catalog, backend }: StatementContext) {
  return catalog.objects.values().flatMap((table) => {
    if (table.kind !== "table" || table.database !== backend.database) return [];
    return { table, schema: catalog.objects.get(table.schema)?.name ?? "" };
  });
}

function activity({ catalog, backends }: StatementContext): readonly Row[] {
  return [...backends.values()].map(({ pid, role, database }) => ({
    datname: name(catalog.objects.get(database)?.name ?? ""),
    pid: number(pid, "integer"),
    usesysid: number(role),
    usename: name(catalog.roles.get(role)?.name ?? null),
  }));
}

function databaseStatistics({ catalog }: StatementContext): readonly Row[] {
  return catalog.objects.values().flatMap((object) =>
    object.kind === "database"
      ? {
          datid: number(object.id),
          datname: name(object.name),
          sessions: number(catalog.sessions.get(object.id) ?? 0, "integer"),
        }
      : [],
  );
}

/**
 * Returns the grants on tables that the current role may see: those by or to a role whose privileges the current role
 * has, and those to PUBLIC.
 */
function tableGrants(context: StatementContext): readonly Row[] {
  return tablesHere(context).flatMap(({ table, schema }) =>
    grantsOn(context, table).map(({ grantee, privilege }) => ({
      grantee: name(grantee),
      table_schema: name(schema),
      table_name: name(table.name),
      privilege_type: { type: "text", text: privilege },
    })),
  );
}

/** Privileges on a table that apply to each of its columns, too. */
const columnPrivileges: readonly string[] = ["SELECT", "INSERT", "UPDATE", "REFERENCES"];

function columnGrants(context: StatementContext): readonly Row[] {
  const columns = new Map(tablesHere(context).map(({ table, schema }) => [`${schema} ${table.name}`, table.columns]));
  return tableGrants(context).flatMap((row) => {
    if (!columnPrivileges.includes(row.privilege_type?.text ?? "")) return [];
    const all = columns.get(`${row.table_schema?.text} ${row.table_name?.text}`) ?? [];
    return all.map((column) => ({ ...row, column_name: name(column.name) }));
  });
}

function grantsOn(
  context: StatementContext,
  object: OwnedObject,
): readonly Readonly<{ grantee: string; privilege: string }>[] {
  const current = currentRole(context);
  return (context.catalog.grants.get(object.id) ?? []).flatMap(({ grantee, grantor, privilege }) => {
    const seen = [grantee, grantor].some((role) => role === publicGrantee || hasPrivilegesOf(context, current, role));
    const role = grantee === publicGrantee ? "PUBLIC" : context.catalog.roles.get(grantee)?.name;
    return seen && role ? { grantee: role, privilege } : [];
  });
}

function name(text: string | null): Value {
  return { type: "name", text };
}

function number(value: number, type: "oid" | "integer" = "oid"): Value {
  return { type, text: String(value) };
}

function time(instant: number | null): Value {
  return { type: "timestamp with time zone", text: instant === null ? null : printTimestamp(instant) };
}
