import type { AlterDefaultPrivilegesStmt, GrantStmt } from "libpg-query";
import { currentRole, granteeOf, hasPrivilegesOf, holds, owns, roleOf } from "./authority.ts";
import type { Catalog, DefaultGrant, Grant, ObjectId, OwnedObject, Role } from "./catalog.ts";
import {
  closed,
  databaseNamed,
  existingSchema,
  existingTable,
  systemSchemas,
  tableName,
  tablesOf,
} from "./object-names.ts";
import { kindOf, type PrivilegeKind, privilegesNamed } from "./privileges.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as, items, names } from "./syntax-tree.ts";

export function grantPrivileges(context: StatementContext, statement: GrantStmt): void {
  if (statement.grantor) throw unsupported("GRANTED BY");
  const kind = kindOf(statement.objtype);
  const objects = objectsOf(context, statement, kind);
  const grantees = (statement.grantees ?? []).map((node) => granteeOf(context, as("RoleSpec", node)));
  const privileges = privilegesNamed(statement.privileges, kind);
  for (const object of objects) {
    const authority = mayGrant(context, object, privileges);
    if (!authority) continue;
    for (const grantee of grantees) {
      if (grantee === object.owner) {
        if (statement.is_grant) continue;
        throw unsupported("revoking an owner's own privileges");
      }
      change(context.catalog, object, { ...authority, grantee, statement });
    }
  }
}

function objectsOf(
  context: StatementContext,
  { targtype, objects = [] }: GrantStmt,
  kind: PrivilegeKind,
): readonly OwnedObject[] {
  if (targtype === "ACL_TARGET_ALL_IN_SCHEMA") {
    return names(objects).flatMap((name) => {
      if (systemSchemas.includes(name)) throw unsupported(`all that is in ${name}`);
      const schema = existingSchema(context, name);
      // Tables are the only simulated kind of object in a schema.
      return kind === "table" ? tablesOf(context, schema) : [];
    });
  }
  switch (kind) {
    case "table":
      return objects.map((node) => {
        const name = tableName(as("RangeVar", node) ?? {});
        if (name.schema !== undefined) existingSchema(context, name.schema);
        return existingTable(context, name);
      });
    case "schema":
      return names(objects).map((name) => existingSchema(context, name));
    case "database":
      return names(objects).map((name) => {
        const database = databaseNamed(context, name);
        if (!database) throw refusal("no such database", `database "${name}" does not exist`);
        return database;
      });
    default:
      throw unsupported(`privileges on one ${kind}`);
  }
}

type Authority = Readonly<{ grantor: ObjectId; privileges: readonly string[] }>;

function mayGrant(
  context: StatementContext,
  object: OwnedObject,
  privileges: readonly string[],
): Authority | undefined {
  const role = currentRole(context);
  if (owns(context, role, object)) return { grantor: object.owner, privileges };
  const authority = privileges.filter((privilege) =>
    holds(context, role, { object, privileges: [privilege], grantable: true }),
  );
  if (authority.length > 0) return { grantor: role.id, privileges: authority };
  if (holds(context, role, { object, privileges: privilegesNamed(undefined, object.kind) })) return undefined;
  throw closed(object);
}

type Change = Authority & Readonly<{ grantee: ObjectId; statement: GrantStmt }>;

function change(catalog: Catalog, object: OwnedObject, { grantor, privileges, grantee, statement }: Change): void {
  const { is_grant, grant_option, behavior } = statement;
  for (const privilege of privileges) {
    const grant = { privilege, grantee, grantor };
    if (is_grant) addGrant(catalog, object.id, { ...grant, grantable: grant_option ?? false });
    else revoke(catalog, object.id, grant, { optionOnly: grant_option ?? false, cascade: behavior === "DROP_CASCADE" });
  }
}

function addGrant(catalog: Catalog, object: ObjectId, grant: Grant): void {
  const grants = catalog.grants.get(object) ?? [];
  const before = grants.find((one) => isSame(one, grant));
  const updated = { ...grant, grantable: grant.grantable || (before?.grantable ?? false) };
  catalog.grants.set(object, [...grants.filter((one) => one !== before), updated]);
}

/**
 * Revokes a privilege, or only its grant option. Dependent grants are also revoked with `cascade`; without it, they
 * cause a refusal.
 */
export function revoke(
  catalog: Catalog,
  object: ObjectId,
  grant: Omit<Grant, "grantable">,
  { optionOnly, cascade }: { optionOnly: boolean; cascade: boolean },
): void {
  const grants = catalog.grants.get(object) ?? [];
  const before = grants.find((one) => isSame(one, grant));
  if (!before) return;
  const rest = grants.filter((one) => one !== before);
  catalog.grants.set(object, optionOnly ? [...rest, { ...before, grantable: false }] : rest);
  const stillMay = rest.some(
    (one) => one.privilege === grant.privilege && one.grantee === grant.grantee && one.grantable,
  );
  if (!before.grantable || stillMay) return;
  for (const passed of rest) {
    if (passed.privilege !== grant.privilege || passed.grantor !== grant.grantee) continue;
    if (!cascade) throw refusal("objects depend on it", "dependent privileges exist");
    revoke(catalog, object, passed, { optionOnly: false, cascade });
  }
}

function isSame(one: Omit<Grant, "grantable">, other: Omit<Grant, "grantable">): boolean {
  return one.privilege === other.privilege && one.grantee === other.grantee && one.grantor === other.grantor;
}

/** Runs ALTER DEFAULT PRIVILEGES, which sets the grants on objects that a role creates later. */
export function alterDefaultPrivileges(
  context: StatementContext,
  { options = [], action }: AlterDefaultPrivilegesStmt,
): void {
  const { catalog, backend } = context;
  const current = currentRole(context);
  let creators: readonly Role[] = [current];
  let schemas: readonly (ObjectId | undefined)[] = [undefined];
  for (const option of options) {
    const { defname, arg } = as("DefElem", option) ?? {};
    if (defname === "roles") creators = items(arg).map((node) => roleOf(context, as("RoleSpec", node)));
    else if (defname === "schemas") schemas = names(items(arg)).map((name) => existingSchema(context, name).id);
    else throw unsupported(`ALTER DEFAULT PRIVILEGES with ${defname}`);
  }
  const kind = kindOf(action?.objtype);
  const grantees = (action?.grantees ?? []).map((node) => granteeOf(context, as("RoleSpec", node)));
  const privileges = privilegesNamed(action?.privileges, kind);
  for (const { id: creator } of creators) {
    if (!hasPrivilegesOf(context, current, creator)) {
      throw refusal("permission denied", "permission denied to change default privileges");
    }
    for (const [schema, grantee, privilege] of combinations(schemas, grantees, privileges)) {
      const key = [backend.database, creator, schema, kind, grantee, privilege].join(" ");
      const grantable = action?.grant_option ?? false;
      if (action?.is_grant) {
        const target = { creator, kind, database: backend.database, ...(schema !== undefined && { schema }) };
        catalog.defaultGrants.set(key, { ...target, privilege, grantee, grantor: creator, grantable });
      } else if (grantable) throw unsupported("revoking the grant option by default");
      else catalog.defaultGrants.delete(key);
    }
  }
}

function combinations<A, B, C>(
  firsts: readonly A[],
  seconds: readonly B[],
  thirds: readonly C[],
): readonly (readonly [A, B, C])[] {
  return firsts.flatMap((first) => seconds.flatMap((second) => thirds.map((third) => [first, second, third] as const)));
}

/** Adds an object to the catalog with the default grants of its owner. */
export function addObject({ catalog, backend }: StatementContext, object: OwnedObject): void {
  catalog.objects.set(object.id, object);
  const schema = object.kind === "table" ? object.schema : undefined;
  const applies = (one: DefaultGrant) =>
    one.kind === object.kind &&
    one.database === backend.database &&
    one.creator === object.owner &&
    one.grantee !== object.owner &&
    (one.schema === undefined || one.schema === schema);
  for (const { privilege, grantee, grantor, grantable } of catalog.defaultGrants.values().filter(applies)) {
    addGrant(catalog, object.id, { privilege, grantee, grantor, grantable });
  }
}
