import type { Entity } from "../records/entity.ts";
import type { Group } from "../records/group.ts";
import { type Edit, type IdentityStore, unchanged } from "../records/identity-store.ts";

/** Removes the entity that `find` returns, if any, with its group memberships and its aliases on this cluster. */
export function removeEntity(identityStore: IdentityStore, find: () => Promise<Entity | undefined>): Promise<void> {
  return identityStore.edit(async (): Promise<Edit<void>> => {
    const entity = await find();
    if (!entity) return unchanged(undefined);
    const { records } = identityStore;
    const ids = [entity.id, ...entity.mergedIds];
    const local = new Map(await Promise.all(ids.map(async (id) => [id, await records.localAliasesUnder(id)] as const)));
    const groups = await groupsOf(identityStore, entity.id);
    const left = groups.map((group) => withoutMembers(group, [entity.id], identityStore.now()));
    return { before: { entities: [entity], groups, local }, after: { groups: left }, result: undefined };
  });
}

export async function groupsOf({ records }: IdentityStore, entityId: string): Promise<readonly Group[]> {
  const groups = await Promise.all((await records.groupIdsOfEntity(entityId)).map((id) => records.group(id)));
  return groups.filter((group) => group !== undefined);
}

export function withoutMembers(group: Group, ids: readonly string[], now: number): Group {
  return {
    ...group,
    memberEntityIds: group.memberEntityIds.filter((id) => !ids.includes(id)),
    memberGroupIds: group.memberGroupIds.filter((id) => !ids.includes(id)),
    modifyIndex: group.modifyIndex + 1,
    updatedAt: now,
  };
}
