import type { DropOwnedStmt, ReassignOwnedStmt } from "libpg-query";
import { currentRole, hasPrivilegesOf, isReserved, roleOf } from "./authority.ts";
import { bootstrapSuperuser, type Catalog, type ObjectId, type OwnedObject, type Role } from "./catalog.ts";
import { revoke } from "./grant-statements.ts";
import { refusal } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as } from "./syntax-tree.ts";

/**
 * Runs DROP OWNED BY: drops the roles' objects in this database, and revokes their privileges on objects in it and on
 * databases. Also removes their default privileges in it, and memberships that they granted.
 */
export function dropOwned(context: StatementContext, { roles = [], behavior }: DropOwnedStmt): void {
  const { catalog, backend } = context;
  const dropped = roles.map((node) => roleOf(context, as("RoleSpec", node)));
  const current = currentRole(context);
  for (const role of dropped) {
    if (!hasPrivilegesOf(context, current, role.id)) {
      throw refusal("permission denied", "permission denied to drop objects");
    }
  }
  for (const role of dropped) {
    refuseSystemRole(role, "drop");
    // Newest objects first, so that a schema is dropped after its tables.
    for (const object of catalog.objects.values().toSorted((one, other) => other.id - one.id)) {
      if (object.kind === "database") revokeAll(catalog, object, role.id);
      else if (object.database !== backend.database) continue;
      else if (object.owner === role.id) dropObject(catalog, object, { cascade: behavior === "DROP_CASCADE" });
      else revokeAll(catalog, object, role.id);
    }
    for (const [key, { creator, grantee, database }] of catalog.defaultGrants.entries()) {
      const theirs = creator === role.id || grantee === role.id;
      if (theirs && database === backend.database) catalog.defaultGrants.delete(key);
    }
    for (const [key, { grantor }] of catalog.memberships.entries()) {
      if (grantor === role.id) catalog.memberships.delete(key);
    }
  }
}

function revokeAll(catalog: Catalog, object: OwnedObject, grantee: ObjectId): void {
  for (const grant of catalog.grants.get(object.id) ?? []) {
    if (grant.grantee === grantee) revoke(catalog, object.id, grant, { optionOnly: false, cascade: true });
  }
}

/** Removes an object from the catalog. Without `cascade`, throws a refusal for a schema that contains tables. */
export function dropObject(catalog: Catalog, object: OwnedObject, { cascade }: { cascade: boolean }): void {
  if (object.kind === "schema") {
    const inside = catalog.objects.values().filter((one) => one.kind === "table" && one.schema === object.id);
    if (inside.length > 0 && !cascade) {
      throw refusal("objects depend on it", `cannot drop schema ${object.name} because other objects depend on it`);
    }
    for (const table of inside) dropObject(catalog, table, { cascade });
    for (const [key, { schema }] of catalog.defaultGrants.entries()) {
      if (schema === object.id) catalog.defaultGrants.delete(key);
    }
  }
  catalog.objects.delete(object.id);
  catalog.grants.delete(object.id);
}

export function reassignOwned(context: StatementContext, { roles = [], newrole }: ReassignOwnedStmt): void {
  const { catalog, backend } = context;
  const old = roles.map((node) => roleOf(context, as("RoleSpec", node)));
  const current = currentRole(context);
  const denied = () => refusal("permission denied", "permission denied to reassign objects");
  for (const role of old) if (!hasPrivilegesOf(context, current, role.id)) throw denied();
  const owner = roleOf(context, newrole);
  if (!hasPrivilegesOf(context, current, owner.id)) throw denied();
  for (const role of old) {
    refuseSystemRole(role, "reassign ownership of");
    for (const object of catalog.objects.values()) {
      const here = object.kind === "database" || object.database === backend.database;
      if (!here || object.owner !== role.id) continue;
      catalog.objects.set(object.id, { ...object, owner: owner.id });
      const grants = catalog.grants.get(object.id) ?? [];
      const remaining = grants.filter(({ grantee }) => grantee !== owner.id);
      catalog.grants.set(
        object.id,
        remaining.map((grant) => (grant.grantor === role.id ? { ...grant, grantor: owner.id } : grant)),
      );
    }
  }
}

function refuseSystemRole({ id, name }: Role, action: string): void {
  if (id !== bootstrapSuperuser && !isReserved(name)) return;
  throw refusal(
    "objects depend on it",
    `cannot ${action} objects owned by role ${name} because they are required by the database system`,
  );
}
