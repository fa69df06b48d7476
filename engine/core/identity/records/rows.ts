import type { StorageChange } from "../../storage/storage.ts";
import { collection } from "../../storage/storage.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";

// Storage layout of identity. Each object is one value. Index keys lead to it from its name, its aliases and its
// members; they are written in the same batch.

export const entities = collection<Entity>("shared", "identity/entity/");
export const groups = collection<Group>("shared", "identity/group/");
export const localAliases = collection<readonly Alias[]>("local", "identity-alias/entity/");

export const entityNames = collection<string>("shared", "identity/entity-name/");
/** Index from the id of a merged entity to the id of the entity that has replaced it. */
export const mergedEntities = collection<string>("shared", "identity/merged/");
/** Indexes from the mount and name of an alias to the id of its entity. */
export const aliasNames = {
  shared: collection<string>("shared", "identity/alias-name/"),
  local: collection<string>("local", "identity-alias/name/"),
} as const;
export const aliasIds = {
  shared: collection<string>("shared", "identity/alias-id/"),
  local: collection<string>("local", "identity-alias/id/"),
} as const;
export const groupNames = collection<string>("shared", "identity/group-name/");
export const groupAliasNames = collection<string>("shared", "identity/group-alias-name/");
export const groupAliasIds = collection<string>("shared", "identity/group-alias-id/");
/** Collection whose names are the ids of the groups of which this entity is a direct member. */
export const groupsOfEntity = (id: string) => collection<true>("shared", `identity/group-of-entity/${id}/`);
/** Collection whose names are the ids of the groups of which this group is a direct member. */
export const groupsOfGroup = (id: string) => collection<true>("shared", `identity/group-of-group/${id}/`);

/** Converts a name to a part of a key. Names that differ only in case get the same key, as in the reference. */
export type NameKey = (name: string) => string;

export function aliasNameKey({ mountAccessor, name }: Pick<Alias, "mountAccessor" | "name">, nameKey: NameKey): string {
  return `${mountAccessor}/${nameKey(name)}`;
}

export function entityRows(entity: Entity, nameKey: NameKey): readonly StorageChange[] {
  return [
    entities.put(entity.id, entity),
    entityNames.put(nameKey(entity.name), entity.id),
    ...entity.mergedIds.map((id) => mergedEntities.put(id, entity.id)),
    ...entity.aliases.flatMap((alias) => [
      aliasNames.shared.put(aliasNameKey(alias, nameKey), entity.id),
      aliasIds.shared.put(alias.id, entity.id),
    ]),
  ];
}

export function localAliasRows(
  entityId: string,
  aliases: readonly Alias[],
  nameKey: NameKey,
): readonly StorageChange[] {
  if (aliases.length === 0) return [];
  return [
    localAliases.put(entityId, aliases),
    ...aliases.flatMap((alias) => [
      aliasNames.local.put(aliasNameKey(alias, nameKey), entityId),
      aliasIds.local.put(alias.id, entityId),
    ]),
  ];
}

export function groupRows(group: Group, nameKey: NameKey): readonly StorageChange[] {
  const { id, alias } = group;
  return [
    groups.put(id, group),
    groupNames.put(nameKey(group.name), id),
    ...group.memberEntityIds.map((member) => groupsOfEntity(member).put(id, true)),
    ...group.memberGroupIds.map((member) => groupsOfGroup(member).put(id, true)),
    ...(alias ? [groupAliasNames.put(aliasNameKey(alias, nameKey), id), groupAliasIds.put(alias.id, id)] : []),
  ];
}

export function replaced(before: readonly StorageChange[], after: readonly StorageChange[]): readonly StorageChange[] {
  const rowKey = ({ space, key }: StorageChange) => `${space}/${key}`;
  const stored = new Map(before.map((row) => [rowKey(row), row]));
  const wanted = new Map(after.map((row) => [rowKey(row), row]));
  return [
    ...[...stored].filter(([key]) => !wanted.has(key)).map(([, row]) => ({ ...row, value: null })),
    ...[...wanted].filter(([key, { value }]) => stored.get(key)?.value !== value).map(([, row]) => row),
  ];
}

/**
 * True if `key` is an index key of an entity's name or aliases. A change of such keys alone does not affect the
 * entity's powers.
 */
export function isEntityIndexKey(key: string): boolean {
  return /^identity\/(entity-name|alias-name|alias-id)\/|^identity-alias\/(name|id)\//.test(key);
}
