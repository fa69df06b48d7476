import type { GrantRoleStmt, Node } from "libpg-query";
import { currentRole, existingRole, isMemberOf, membershipGrantor, roleOf } from "./authority.ts";
import { bootstrapSuperuser, type Catalog, type Membership, type ObjectId, type Role } from "./catalog.ts";
import { refusal, unsupported } from "./refusal.ts";
import type { StatementContext } from "./statement-context.ts";
import { as } from "./syntax-tree.ts";

/** Options of a membership that a GRANT sets or a REVOKE removes. */
export type MembershipOptions = Partial<Pick<Membership, "admin" | "inherit" | "set">>;

export function grantRole(context: StatementContext, statement: GrantRoleStmt): void {
  const { granted_roles = [], grantee_roles = [], is_grant, opt, grantor, behavior } = statement;
  if (grantor) throw unsupported("GRANTED BY");
  const options = membershipOptions(opt);
  const members = grantee_roles.map((node) => roleOf(context, as("RoleSpec", node)));
  for (const node of granted_roles) {
    const { priv_name = "", cols } = as("AccessPriv", node) ?? {};
    if (cols) throw refusal("invalid grant", "column names cannot be included in GRANT/REVOKE ROLE");
    const role = existingRole(context.catalog, priv_name);
    if (is_grant) addMembers(context, role, { members, options });
    else removeMembers(context, role, { members, options, cascade: behavior === "DROP_CASCADE" });
  }
}

function membershipOptions(nodes: readonly Node[] = []): MembershipOptions {
  const options = nodes.map((node) => {
    const { defname = "", arg } = as("DefElem", node) ?? {};
    if (!["admin", "inherit", "set"].includes(defname)) {
      throw refusal("syntax", `unrecognized role option "${defname}"`);
    }
    return [defname, as("Boolean", arg)?.boolval ?? false] as const;
  });
  return Object.fromEntries(options);
}

/** Grants membership in `role` to `members`. An existing membership by the same grantor gets the new options. */
export function addMembers(
  context: StatementContext,
  role: Role,
  { members, options }: { members: readonly Role[]; options: MembershipOptions },
): void {
  if (members.length === 0) return;
  const { catalog } = context;
  const grantor = grantorFor(context, role, "grant");
  for (const member of members) {
    if (isMemberOf(catalog, role.id, member.id)) {
      throw refusal("invalid grant", `role "${role.name}" is a member of role "${member.name}"`);
    }
    if (options.admin && !mayStillGrant(catalog, { role: role.id, grantor, without: member.id })) {
      throw refusal("invalid grant", "ADMIN option cannot be granted back to your own grantor");
    }
    const key = keyOf({ role: role.id, member: member.id, grantor });
    const before = catalog.memberships.get(key) ?? {
      role: role.id,
      member: member.id,
      grantor,
      admin: false,
      inherit: member.inherit,
      set: true,
    };
    catalog.memberships.set(key, { ...before, ...options });
  }
}

type Loop = Readonly<{ role: ObjectId; grantor: ObjectId; without: ObjectId }>;

/**
 * True if `grantor` has the ADMIN option of `role`, not counting memberships of the member `without`. This prevents two
 * members from having the option only through each other.
 */
function mayStillGrant(catalog: Catalog, { role, grantor, without }: Loop): boolean {
  if (grantor === bootstrapSuperuser) return true;
  let left = catalog.memberships.values().filter((one) => one.role === role && one.admin && one.member !== without);
  for (let before = -1; before !== left.length; ) {
    before = left.length;
    const holders = new Set([bootstrapSuperuser, ...left.map(({ member }) => member)]);
    left = left.filter((one) => holders.has(one.grantor));
  }
  return left.some(({ member }) => member === grantor);
}

/**
 * Removes the memberships in `role` that the statement's grantor granted to `members`, or changes them if `options` is
 * not empty.
 */
export function removeMembers(
  context: StatementContext,
  role: Role,
  { members, options, cascade }: { members: readonly Role[]; options: MembershipOptions; cascade: boolean },
): void {
  if (members.length === 0) return;
  const { catalog } = context;
  const grantor = grantorFor(context, role, "revoke");
  for (const member of members) {
    const key = keyOf({ role: role.id, member: member.id, grantor });
    const held = catalog.memberships.get(key);
    if (!held) continue;
    const lessened = Object.keys(options).length > 0;
    if (!lessened || options.admin !== undefined) removeGrantedBy(catalog, held, cascade);
    if (lessened) catalog.memberships.set(key, { ...held, ...options });
    else catalog.memberships.delete(key);
  }
}

function removeGrantedBy(catalog: Catalog, { role, member, grantor, admin }: Membership, cascade: boolean): void {
  if (!admin) return;
  const all = catalog.memberships.values();
  const stillMay = all.some(
    (one) => one.role === role && one.member === member && one.grantor !== grantor && one.admin,
  );
  if (stillMay) return;
  for (const dependent of all) {
    if (dependent.role !== role || dependent.grantor !== member) continue;
    if (!cascade) throw refusal("objects depend on it", "dependent privileges exist");
    removeGrantedBy(catalog, dependent, cascade);
    catalog.memberships.delete(keyOf(dependent));
  }
}

function grantorFor(context: StatementContext, role: Role, action: "grant" | "revoke"): number {
  const current = currentRole(context);
  const grantor = membershipGrantor(context.catalog, current, role.id);
  if (grantor === undefined || (role.superuser && !current.superuser)) {
    throw refusal("permission denied", `permission denied to ${action} role "${role.name}"`);
  }
  return grantor;
}

function keyOf({ role, member, grantor }: Pick<Membership, "role" | "member" | "grantor">): string {
  return `${role} ${member} ${grantor}`;
}
