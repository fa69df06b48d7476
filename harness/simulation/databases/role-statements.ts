import type { AlterRoleStmt, CreateRoleStmt, DropRoleStmt, RenameStmt } from "libpg-query";
import { currentRole, existingRole, isAdministratorOf, isReserved, roleNamed, roleOf } from "./authority.ts";
import { bootstrapSuperuser, type Catalog, type ObjectId, plainRole, type Role } from "./catalog.ts";
import { dependsOn } from "./dependencies.ts";
import { addMembers, removeMembers } from "./membership-statements.ts";
import { refusal } from "./refusal.ts";
import { type RoleOptions, roleOptions } from "./role-options.ts";
import type { StatementContext } from "./statement-context.ts";
import { as } from "./syntax-tree.ts";
import { parseTimestamp } from "./timestamp.ts";

/** Runs CREATE ROLE, CREATE USER and CREATE GROUP. */
export function createRole(
  context: StatementContext,
  { stmt_type, role: name = "", options: nodes }: CreateRoleStmt,
): void {
  const { catalog } = context;
  const creator = currentRole(context);
  const options = roleOptions(nodes);
  const beyond =
    options.superuser ||
    (options.createDatabase && !creator.createDatabase) ||
    (options.replication && !creator.replication) ||
    (options.bypassRowSecurity && !creator.bypassRowSecurity);
  if (!creator.superuser && (!creator.createRole || beyond)) {
    throw refusal("permission denied", "permission denied to create role");
  }
  if (isReserved(name)) throw refusal("name reserved", `role name "${name}" is reserved`);
  if (roleNamed(catalog, name)) throw refusal("role exists", `role "${name}" already exists`);

  const role: Role = {
    ...plainRole,
    login: stmt_type === "ROLESTMT_USER",
    id: catalog.nextId(),
    name,
    ...attributes(options),
  };
  catalog.roles.set(role.id, role);
  for (const spec of options.inRoles ?? []) {
    addMembers(context, roleOf(context, spec), { members: [role], options: {} });
  }
  // A creator with CREATEROLE who is not a superuser gets the ADMIN option of the new role.
  if (!creator.superuser) administerOwn(catalog, role.id, creator.id);
  const members = (specs: RoleOptions["members"]) => (specs ?? []).map((spec) => roleOf(context, spec));
  addMembers(context, role, { members: members(options.administrators), options: { admin: true } });
  addMembers(context, role, { members: members(options.members), options: {} });
}

function administerOwn(catalog: Catalog, role: ObjectId, member: ObjectId): void {
  const grantor = bootstrapSuperuser;
  catalog.memberships.set(`${role} ${member} ${grantor}`, {
    role,
    member,
    grantor,
    admin: true,
    inherit: false,
    set: false,
  });
}

/** Runs ALTER ROLE and ALTER USER with options, and ALTER GROUP … ADD | DROP USER. */
export function alterRole(context: StatementContext, { role: spec, options: nodes, action }: AlterRoleStmt): void {
  const { catalog } = context;
  const current = currentRole(context);
  if (isReserved(spec?.rolename ?? "")) throw refusal("name reserved", `role name "${spec?.rolename}" is reserved`);
  const options = roleOptions(nodes);
  const role = roleOf(context, spec);

  const denied = () => refusal("permission denied", "permission denied to alter role");
  const administers = isAdministratorOf(catalog, current, role.id);
  const { password, members, superuser, ...others } = options;
  if (!current.superuser) {
    if (role.superuser || superuser !== undefined) throw denied();
    if (!current.createRole || !administers) {
      // Other roles may only change their own password.
      if (Object.keys(others).length > 0 || (password !== undefined && role.id !== current.id)) throw denied();
    } else if (
      (options.createDatabase !== undefined && !current.createDatabase) ||
      (options.replication !== undefined && !current.replication) ||
      (options.bypassRowSecurity !== undefined && !current.bypassRowSecurity)
    ) {
      throw denied();
    }
    if (members && !administers) throw denied();
  }
  const changed = { ...role, ...attributes(options) };
  if (role.id === bootstrapSuperuser && !changed.superuser)
    throw refusal("unsupported", "permission denied to alter role");
  catalog.roles.set(role.id, changed);
  const roles = (members ?? []).map((member) => roleOf(context, member));
  if (action === -1) removeMembers(context, changed, { members: roles, options: {}, cascade: false });
  else addMembers(context, changed, { members: roles, options: {} });
}

function attributes(options: RoleOptions): Partial<Role> {
  const { inRoles: _in, members: _members, administrators: _administrators, validUntil, password, ...plain } = options;
  return {
    ...plain,
    ...(validUntil !== undefined && { validUntil: parseTimestamp(validUntil) }),
    // An empty password clears the password, as on the real server, which also sends a notice.
    ...(password !== undefined && { password: password === "" ? null : password }),
  };
}

export function dropRole(context: StatementContext, { roles: nodes = [], missing_ok }: DropRoleStmt): void {
  const { catalog } = context;
  const current = currentRole(context);
  const denied = () => refusal("permission denied", "permission denied to drop role");
  if (!current.superuser && !current.createRole) throw denied();
  const dropped: Role[] = [];
  for (const node of nodes) {
    const spec = as("RoleSpec", node);
    if (spec?.roletype !== "ROLESPEC_CSTRING") {
      throw refusal("invalid parameter", "cannot use special role specifier in DROP ROLE");
    }
    const role = roleNamed(catalog, spec.rolename ?? "");
    if (!role && missing_ok) continue;
    if (!role) throw refusal("no such role", `role "${spec.rolename}" does not exist`);
    if (role.id === current.id) throw refusal("in use", "current user cannot be dropped");
    if (!current.superuser && (role.superuser || !isAdministratorOf(catalog, current, role.id))) throw denied();
    for (const [key, held] of catalog.memberships.entries()) {
      if (held.role === role.id || held.member === role.id) catalog.memberships.delete(key);
    }
    dropped.push(role);
  }
  for (const { id, name } of dropped) {
    if (id <= bootstrapSuperuser || isReserved(name)) {
      throw refusal("objects depend on it", `cannot drop role ${name} because it is required by the database system`);
    }
    if (dependsOn(catalog, id)) {
      throw refusal("objects depend on it", `role "${name}" cannot be dropped because some objects depend on it`);
    }
    catalog.roles.delete(id);
  }
}

export function renameRole(context: StatementContext, { subname = "", newname = "" }: RenameStmt): void {
  const { catalog } = context;
  const current = currentRole(context);
  const role = existingRole(catalog, subname);
  if (role.id === current.id) throw refusal("unsupported", "session user cannot be renamed");
  for (const name of [subname, newname]) {
    if (isReserved(name)) throw refusal("name reserved", `role name "${name}" is reserved`);
  }
  if (roleNamed(catalog, newname)) throw refusal("role exists", `role "${newname}" already exists`);
  const may =
    current.superuser || (!role.superuser && current.createRole && isAdministratorOf(catalog, current, role.id));
  if (!may) throw refusal("permission denied", "permission denied to rename role");
  catalog.roles.set(role.id, { ...role, name: newname });
}
