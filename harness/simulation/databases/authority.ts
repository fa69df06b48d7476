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

/** The role that runs the statement. Throws when it is no longer there. */
export function currentRole({ catalog, backend }: StatementContext): Role {
  const role = catalog.roles.get(backend.role);
  if (!role) throw refusal("may not log in", `role with OID ${backend.role} does not exist`);
  return role;
}

export function roleNamed(catalog: Catalog, name: string): Role | undefined {
  return catalog.roles.find((role) => role.name === name);
}

/** The role of this name. Throws the server's refusal. */
export function existingRole(catalog: Catalog, name: string): Role {
  const role = roleNamed(catalog, name);
  if (!role) throw refusal("no such role", `role "${name}" does not exist`);
  return role;
}

/** The role that `spec` speaks of. PUBLIC is none. */
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

/** The grantee that `spec` names. */
export function granteeOf(context: StatementContext, spec: RoleSpec | undefined): ObjectId {
  return spec?.roletype === "ROLESPEC_PUBLIC" ? publicGrantee : roleOf(context, spec).id;
}

/** Names that begin so belong to the system. */
export function isReserved(name: string): boolean {
  return name.startsWith("pg_");
}

/** `member` and all roles it is in; by inheritance only, or by any membership. */
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

/** Whether `member` can do what `role` can, without SET ROLE. */
export function hasPrivilegesOf(context: StatementContext, member: Role, role: ObjectId): boolean {
  return member.superuser || privilegedAs(context, member.id).has(role);
}

/** Whether `member` is in `role`, directly or not. */
export function isMemberOf(catalog: Catalog, member: ObjectId, role: ObjectId): boolean {
  return rolesOf(catalog, member, "membership").has(role);
}

/** Whether `member` may grant membership in `role`. No role may for itself. */
export function isAdministratorOf(catalog: Catalog, member: Role, role: ObjectId): boolean {
  return member.superuser || administrator(catalog, member.id, role) !== undefined;
}

/** The grantor of a membership in `role` that `member` grants: its own if it may, else that of a role it is in; superusers do so in the system's. */
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

/** The role that `current` may make the owner of an object: one that it is in. */
export function refuseForeignOwner({ catalog }: StatementContext, current: Role, owner: Role): void {
  if (current.superuser || isMemberOf(catalog, current.id, owner.id)) return;
  throw refusal("permission denied", `must be able to SET ROLE "${owner.name}"`);
}

/** All roles whose privileges this one has, in the database of the connection. */
function privilegedAs({ catalog, backend }: StatementContext, member: ObjectId): ReadonlySet<ObjectId> {
  const found = rolesOf(catalog, member, "inheritance");
  const database = catalog.objects.get(backend.database);
  if (!database || !found.has(database.owner)) return found;
  // The owner of a database is in this role there; it has no members of its own.
  const owners = roleNamed(catalog, "pg_database_owner");
  return owners ? new Set([...found, owners.id]) : found;
}

/** Whether `role` can do with `object` what its owner can. */
export function owns(context: StatementContext, role: Role, object: OwnedObject): boolean {
  return hasPrivilegesOf(context, role, object.owner);
}

/** Whether `role` holds one of these privileges on `object`, be it by PUBLIC. With `grantable`, whether it may pass it on. */
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

/** What the roles that come with the server may do everywhere (PostgreSQL, "Predefined Roles"). */
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
