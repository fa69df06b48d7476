import type { RoleSpec } from "libpg-query";
import {
  bootstrapSuperuser,
  type Catalog,
  type ObjectId,
  type OwnedObject,
  publicGrantee,
  type Role,
} from "./catalog.ts";
import { refusal } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";

/** Returns the role of the connection that runs the statement. Throws a refusal if the role was dropped. */
export function currentRole({ catalog, backend }: StatementContext): Role {
  const role = catalog.roles.get(backend.role);
  if (!role) throw refusal("may not log in", `role with OID ${backend.role} does not exist`);
  return role;
}

export function roleNamed(catalog: Catalog, name: string): Role | undefined {
  return catalog.roles.find((role) => role.name === name);
}

export function existingRole(catalog: Catalog, name: string): Role {
  const role = roleNamed(catalog, name);
  if (!role) throw refusal("no such role", `role "${name}" does not exist`);
  return role;
}

/** Returns the role that `spec` names. Throws a refusal if there is none, and for PUBLIC, which is not a role. */
export function roleOf(context: StatementContext, spec: RoleSpec | undefined): Role {
  switch (spec?.roletype) {
    case "ROLESPEC_CURRENT_USER":
    case "ROLESPEC_CURRENT_ROLE":
    case "ROLESPEC_SESSION_USER":
      return currentRole(context);
    case "ROLESPEC_PUBLIC":
      throw refusal("no such role", 'role "public" does not exist');
    default:
      return existingRole(context.catalog, spec?.rolename ?? "");
  }
}

/** Returns the id of the grantee that `spec` names, which may be PUBLIC. Throws a refusal if there is no such role. */
export function granteeOf(context: StatementContext, spec: RoleSpec | undefined): ObjectId {
  return spec?.roletype === "ROLESPEC_PUBLIC" ? publicGrantee : roleOf(context, spec).id;
}

/** True if the name begins with a prefix that PostgreSQL reserves for system names. */
export function isReserved(name: string): boolean {
  return name.startsWith("pg_");
}

function rolesOf(catalog: Catalog, member: ObjectId, by: "inheritance" | "membership"): ReadonlySet<ObjectId> {
  const memberships = catalog.memberships.values();
  const found = new Set([member]);
  for (const one of found) {
    for (const { role, member: holder, inherit } of memberships) {
      if (holder === one && (inherit || by === "membership")) found.add(role);
    }
  }
  return found;
}

/** True if `member` can use the privileges of `role` without SET ROLE. */
export function hasPrivilegesOf(context: StatementContext, member: Role, role: ObjectId): boolean {
  return member.superuser || privilegedAs(context, member.id).has(role);
}

/** True if `member` is `role`, or a direct or indirect member of it. */
export function isMemberOf(catalog: Catalog, member: ObjectId, role: ObjectId): boolean {
  return rolesOf(catalog, member, "membership").has(role);
}

/** True if `member` may grant membership in `role`. */
export function isAdministratorOf(catalog: Catalog, member: Role, role: ObjectId): boolean {
  return member.superuser || administrator(catalog, member.id, role) !== undefined;
}

/**
 * Returns the role that is recorded as grantor when `member` grants a membership in `role`: `member` itself or a role
 * of which it is a member; the bootstrap superuser if `member` is a superuser. Returns undefined if `member` may not
 * grant it.
 */
export function membershipGrantor(catalog: Catalog, member: Role, role: ObjectId): ObjectId | undefined {
  return member.superuser ? bootstrapSuperuser : administrator(catalog, member.id, role);
}

function administrator(catalog: Catalog, member: ObjectId, role: ObjectId): ObjectId | undefined {
  if (member === role) return undefined;
  const memberships = catalog.memberships.values();
  for (const one of rolesOf(catalog, member, "membership")) {
    if (memberships.some((held) => held.role === role && held.member === one && held.admin)) return one;
  }
  return undefined;
}

/**
 * Throws a refusal unless `current` is a superuser or a member of `owner`, the role that becomes owner of an object.
 */
export function refuseForeignOwner({ catalog }: StatementContext, current: Role, owner: Role): void {
  if (current.superuser || isMemberOf(catalog, current.id, owner.id)) return;
  throw refusal("permission denied", `must be able to SET ROLE "${owner.name}"`);
}

function privilegedAs({ catalog, backend }: StatementContext, member: ObjectId): ReadonlySet<ObjectId> {
  const found = rolesOf(catalog, member, "inheritance");
  const database = catalog.objects.get(backend.database);
  if (!database || !found.has(database.owner)) return found;
  // The owner of a database is an implicit member of this role there; it has no other members.
  const owners = roleNamed(catalog, "pg_database_owner");
  return owners ? new Set([...found, owners.id]) : found;
}

/** True if `role` has the rights of the owner of `object`. */
export function owns(context: StatementContext, role: Role, object: OwnedObject): boolean {
  return hasPrivilegesOf(context, role, object.owner);
}

/**
 * True if `role` has one of these privileges, itself or through ownership, another role or PUBLIC; with `grantable`, if
 * it may grant one.
 */
export function holds(
  context: StatementContext,
  role: Role,
  {
    object,
    privileges,
    grantable = false,
  }: { object: OwnedObject; privileges: readonly string[]; grantable?: boolean },
): boolean {
  if (owns(context, role, object)) return true;
  const roles = privilegedAs(context, role.id);
  const granted = context.catalog.grants.get(object.id) ?? [];
  const byGrant = granted.some(
    (grant) =>
      privileges.includes(grant.privilege) &&
      (grant.grantable || !grantable) &&
      (roles.has(grant.grantee) || (grant.grantee === publicGrantee && !grantable)),
  );
  return byGrant || (!grantable && holdsByPredefinedRole(context.catalog, roles, { object, privileges }));
}

/** Privileges of predefined roles on all objects of a kind (PostgreSQL, "Predefined Roles"). */
const predefinedPrivileges: Readonly<Record<string, readonly string[]>> = {
  "table pg_read_all_data": ["SELECT"],
  "table pg_write_all_data": ["INSERT", "UPDATE", "DELETE"],
  "table pg_maintain": ["MAINTAIN"],
  "schema pg_read_all_data": ["USAGE"],
  "schema pg_write_all_data": ["USAGE"],
};

function holdsByPredefinedRole(
  catalog: Catalog,
  roles: ReadonlySet<ObjectId>,
  { object, privileges }: { object: OwnedObject; privileges: readonly string[] },
): boolean {
  return [...roles].some((id) => {
    const given = predefinedPrivileges[`${object.kind} ${catalog.roles.get(id)?.name}`] ?? [];
    return privileges.some((privilege) => given.includes(privilege));
  });
}
