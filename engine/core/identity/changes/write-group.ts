import { Problem, quoted } from "../../../api/problem.ts";
import type { Metadata } from "../records/entity.ts";
import { type Group, groupTypes } from "../records/group.ts";
import { type Edit, type IdentityStore, unchanged } from "../records/identity-store.ts";
import { requireMetadata } from "../records/metadata.ts";
import type { Records } from "../records/records.ts";
import { requireLimits, requireMemberCount } from "./limits.ts";
import { withoutMembers } from "./remove-entity.ts";
import { refuseRootPolicy } from "./write-entity.ts";

/** Request to create or change a group. Omitted properties of an existing group do not change. */
export type GroupRequest = Readonly<{
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  metadata?: Metadata | undefined;
  policies?: readonly string[] | undefined;
  memberEntityIds?: readonly string[] | undefined;
  memberGroupIds?: readonly string[] | undefined;
}>;

/**
 * Creates or changes a group. Returns it if it was created, undefined if it existed. Throws a Problem "refused" if the
 * request is invalid.
 */
export function writeGroup(identityStore: IdentityStore, request: GroupRequest): Promise<Group | undefined> {
  if (request.id === "") throw new Problem("refused", "empty group ID");
  if (request.id === undefined && request.name === "") throw new Problem("refused", "empty group name");
  requireLimits(request);
  requireMemberCount(request, identityStore.groupMembers);
  refuseRootPolicy(request.policies);
  return identityStore.edit(async () => {
    const before = await present(identityStore.records, request);
    const type = typeOf(request, before);
    if (request.metadata) requireMetadata("group", request.metadata);
    const base = before ?? (await identityStore.newGroup({ type, ...(request.name ? { name: request.name } : {}) }));
    await requireMembers(identityStore.records, request, base);
    const after: Group = {
      ...base,
      name: request.name || base.name,
      metadata: request.metadata ?? base.metadata,
      policies: request.policies
        ? [...new Set(request.policies.map((name) => name.toLowerCase()))].sort()
        : base.policies,
      memberEntityIds: request.memberEntityIds ?? base.memberEntityIds,
      memberGroupIds: request.memberGroupIds ?? base.memberGroupIds,
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
  if (!byId) throw new Problem("refused", "invalid group ID");
  if (byName && byName.id !== id) throw new Problem("refused", "group name is already in use");
  return byId;
}

function typeOf({ type }: GroupRequest, before: Group | undefined): Group["type"] {
  if (before && type !== undefined && type !== before.type)
    throw new Problem("refused", "group type cannot be changed");
  const wanted = type || (before?.type ?? "internal");
  const found = groupTypes.find((known) => known === wanted);
  if (!found) throw new Problem("refused", `invalid group type ${quoted(wanted)}`);
  return found;
}

async function requireMembers(records: Records, request: GroupRequest, { id: groupId, type }: Group): Promise<void> {
  const { memberEntityIds, memberGroupIds } = request;
  if (type === "external" && memberEntityIds) {
    throw new Problem("refused", "member entities can't be set manually for external groups");
  }
  if (type === "external" && memberGroupIds)
    throw new Problem("refused", "member groups can't be set for external groups");
  for (const id of memberEntityIds ?? []) {
    if (!(await records.entity(id))) throw new Problem("refused", `invalid entity ID ${quoted(id)}`);
  }
  const above = memberGroupIds ? await groupsAbove(records, groupId) : new Set();
  for (const id of memberGroupIds ?? []) {
    if (id === groupId) throw new Problem("refused", `member group ID ${quoted(id)} is same as the ID of the group`);
    if (!(await records.group(id))) throw new Problem("refused", `invalid member group ID ${quoted(id)}`);
    if (above.has(id)) throw new Problem("refused", `cyclic relationship detected for member group ID ${quoted(id)}`);
  }
}

async function groupsAbove(records: Records, groupId: string): Promise<ReadonlySet<string>> {
  const above = new Set(await records.parentIdsOf(groupId));
  // Iterating over a set includes ids that are added during the loop.
  for (const id of above) for (const parent of await records.parentIdsOf(id)) above.add(parent);
  return above;
}
