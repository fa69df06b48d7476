import { Problem } from "../../../api/problem.ts";
import type { Alias, Entity } from "../records/entity.ts";
import type { Group } from "../records/group.ts";
import type { IdentityStore } from "../records/identity-store.ts";
import { groupsOf, withoutMembers } from "./remove-entity.ts";
import { retainedAliases } from "./retained-aliases.ts";

export type MergeRequest = Readonly<{
  fromIds: readonly string[];
  toId: string;
  keptAliasIds: readonly string[];
}>;

/**
 * Merges the entities `fromIds` into `toId`, which gets their group memberships and the aliases
 * that {@link retainedAliases} returns. Tokens of the merged entities then act as tokens of `toId`.
 * Throws a Problem "refused" if the request is invalid.
 */
export function mergeEntities(
  identityStore: IdentityStore,
  { fromIds, toId, keptAliasIds }: MergeRequest,
): Promise<void> {
  return identityStore.edit(async () => {
    const { records } = identityStore;
    const to = await records.entity(toId);
    if (!to) throw new Problem("refused", "entity id to merge to is invalid");
    if (fromIds.includes(toId)) throw new Problem("refused", "to_entity_id should not be present in from_entity_ids");
    if (fromIds.length > 1 && keptAliasIds.length > 0) {
      throw new Problem(
        "refused",
        "aliases conflicts cannot be resolved with multiple from entity ids - merge one entity at a time",
      );
    }
    const from = await Promise.all([...new Set(fromIds)].map((id) => known(identityStore, id)));
    const all = [to, ...from];
    const local = await localAliasesOf(identityStore, all);
    const kept = retainedAliases({ to, from, local, keptAliasIds });
    const now = identityStore.now();
    const merged: Entity = {
      ...to,
      aliases: kept.filter((alias) => !alias.local),
      mergedIds: [...to.mergedIds, ...from.flatMap(({ id, mergedIds }) => [...mergedIds, id])],
      updatedAt: now,
    };
    const groups = await groupsOfAll(identityStore, from);
    return {
      before: { entities: all, groups, local },
      after: {
        entities: [merged],
        groups: groups.map((group) => replaceMembers(group, { ids: from.map(({ id }) => id), id: toId, now })),
        local: new Map([[toId, kept.filter((alias) => alias.local)]]),
      },
      result: undefined,
    };
  });
}

async function known({ records }: IdentityStore, id: string): Promise<Entity> {
  const entity = await records.entity(id);
  if (!entity) throw new Problem("refused", "entity id to merge from is invalid");
  return entity;
}

/**
 * Includes the aliases under ids of merged entities, because a merge on another cluster does not move this cluster's
 * local aliases.
 */
async function localAliasesOf(
  { records }: IdentityStore,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, readonly Alias[]>> {
  const ids = entities.flatMap(({ id, mergedIds }) => [id, ...mergedIds]);
  return new Map(await Promise.all(ids.map(async (id) => [id, await records.localAliasesUnder(id)] as const)));
}

async function groupsOfAll(identityStore: IdentityStore, entities: readonly Entity[]): Promise<readonly Group[]> {
  const found = (await Promise.all(entities.map(({ id }) => groupsOf(identityStore, id)))).flat();
  return [...new Map(found.map((group) => [group.id, group])).values()];
}

function replaceMembers(
  group: Group,
  { ids, id, now }: Readonly<{ ids: readonly string[]; id: string; now: number }>,
): Group {
  const rest = withoutMembers(group, ids, now);
  return { ...rest, memberEntityIds: [...new Set([...rest.memberEntityIds, id])] };
}
