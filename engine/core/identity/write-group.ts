import { Problem, quoted } from "../../api/problem.ts";
import type { Metadata } from "./entity.ts";
import { type Group, groupTypes } from "./group.ts";
import { type Edit, type IdentityStore, unchanged } from "./identity-store.ts";
import { requireMeasure, requireMemberCount } from "./limits.ts";
import { requireMetadata } from "./metadata.ts";
import type { Records } from "./records.ts";
import { withoutMembers } from "./remove-entity.ts";
import { requireOrdinary } from "./write-entity.ts";

/** What of a group shall be otherwise; what is left out stays. */
export type GroupRequest = Readonly<{
  /** Which group; it must be there. */
  id?: string | undefined;
  /** Which group, unless `id` says so; then its new name. */
  name?: string | undefined;
  type?: string | undefined;
  metadata?: Metadata | undefined;
  policies?: readonly string[] | undefined;
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/** Makes or changes a group, and tells it when it is new. Throws a Problem "refused". */
export function writeGroup(identityStore: IdentityStore, wish: GroupRequest): Promise<Group | undefined> {
  if (wish.id === "") throw refused("empty group ID");
  if (wish.id === undefined && wish.name === "") throw refused("empty group name");
  requireMeasure(wish);
  requireMemberCount(wish, identityStore.groupMembers);
  requireOrdinary(wish.policies);
  return identityStore.edit(async () => {
    const before = await present(identityStore.records, wish);
    const type = typeOf(wish, before);
    if (wish.metadata) requireMetadata("group", wish.metadata);
    const base = before ?? (await identityStore.newGroup({ type, ...(wish.name ? { name: wish.name } : {}) }));
    await requireMembers(identityStore.records, wish, base);
    const after: Group = {
      ...base,
      name: wish.name || base.name,
      metadata: wish.metadata ?? base.metadata,
      policies: wish.policies ? [...new Set(wish.policies.map((name) => name.toLowerCase()))].sort() : base.policies,
      memberEntityIds: wish.memberEntityIds ?? base.memberEntityIds,
      memberGroupIds: wish.memberGroupIds ?? base.memberGroupIds,
      modifyIndex: base.modifyIndex + 1,
      updatedAt: identityStore.now(),
    };
    return {
      before: before ? { groups: [before] } : {},
      after: { groups: [after] },
      result: before ? undefined : after,
    };
  });
}

/** Removes the group that `find` finds, from its members and from the groups it is in. */
export function removeGroup(identityStore: IdentityStore, find: () => Promise<Group | undefined>): Promise<void> {
  return identityStore.edit(async (): Promise<Edit<void>> => {
    const group = await find();
    if (!group) return unchanged(undefined);
    const ids = await identityStore.records.parentIdsOf(group.id);
    const parents = (await Promise.all(ids.map((id) => identityStore.records.group(id)))).filter(
      (one) => one !== undefined,
    );
    const left = parents.map((parent) => withoutMembers(parent, [group.id], identityStore.now()));
    return { before: { groups: [group, ...parents] }, after: { groups: left }, result: undefined };
  });
}

async function present(records: Records, { id, name = "" }: GroupRequest): Promise<Group | undefined> {
  const byName = name === "" ? undefined : await records.groupByName(name);
  if (id === undefined) return byName;
  const byId = await records.group(id);
  if (!byId) throw refused("invalid group ID");
  if (byName && byName.id !== id) throw refused("group name is already in use");
  return byId;
}

function typeOf({ type }: GroupRequest, before: Group | undefined): Group["type"] {
  if (before && type !== undefined && type !== before.type) throw refused("group type cannot be changed");
  const wanted = type || (before?.type ?? "internal");
  const found = groupTypes.find((known) => known === wanted);
  if (!found) throw refused(`invalid group type ${quoted(wanted)}`);
  return found;
}

async function requireMembers(records: Records, wish: GroupRequest, { id: groupId, type }: Group): Promise<void> {
  const { memberEntityIds, memberGroupIds } = wish;
  if (type === "external" && memberEntityIds) {
    throw refused("member entities can't be set manually for external groups");
  }
  if (type === "external" && memberGroupIds) throw refused("member groups can't be set for external groups");
  for (const id of memberEntityIds ?? []) {
    if (!(await records.entity(id))) throw refused(`invalid entity ID ${quoted(id)}`);
  }
  const above = memberGroupIds ? await groupsAbove(records, groupId) : new Set();
  for (const id of memberGroupIds ?? []) {
    if (id === groupId) throw refused(`member group ID ${quoted(id)} is same as the ID of the group`);
    if (!(await records.group(id))) throw refused(`invalid member group ID ${quoted(id)}`);
    if (above.has(id)) throw refused(`cyclic relationship detected for member group ID ${quoted(id)}`);
  }
}

/** The ids of the groups that this one is a member of, by whatever way. */
async function groupsAbove(records: Records, groupId: string): Promise<ReadonlySet<string>> {
  const above = new Set(await records.parentIdsOf(groupId));
  // A set goes on with what is added while it is walked.
  for (const id of above) for (const parent of await records.parentIdsOf(id)) above.add(parent);
  return above;
}

function refused(why: string): Problem {
  return new Problem("refused", why);
}
