import type { StorageChange } from "../storage/storage.ts";
import { collection } from "../storage/storage.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";

/*
 * What is stored of identity. An object is one value; beside it stand index keys that point to it, from its name, its aliases and its
 * members. They are written in the same batch, so that a question costs a few reads however many objects there are, and nothing
 * has to be kept in memory or built at the start.
 */

export const entities = collection<Entity>("shared", "identity/entity/");
export const groups = collection<Group>("shared", "identity/group/");
/** The local aliases of an entity, by its id. */
export const localAliases = collection<readonly Alias[]>("local", "identity-alias/entity/");

/** From an entity's name to its id. */
export const entityNames = collection<string>("shared", "identity/entity-name/");
/** From an entity that was merged to the one that it is now. */
export const mergedEntities = collection<string>("shared", "identity/merged/");
/** From an alias's mount and name, and from its id, to its entity. */
export const aliasNames = {
  shared: collection<string>("shared", "identity/alias-name/"),
  local: collection<string>("local", "identity-alias/name/"),
} as const;
export const aliasIds = {
  shared: collection<string>("shared", "identity/alias-id/"),
  local: collection<string>("local", "identity-alias/id/"),
} as const;
/** From a group's name, its alias's mount and name, and its alias's id to the group. */
export const groupNames = collection<string>("shared", "identity/group-name/");
export const groupAliasNames = collection<string>("shared", "identity/group-alias-name/");
export const groupAliasIds = collection<string>("shared", "identity/group-alias-id/");
/** The groups that an entity, or a group, is a member of. */
export const groupsOfEntity = (id: string) => collection<true>("shared", `identity/group-of-entity/${id}/`);
export const groupsOfGroup = (id: string) => collection<true>("shared", `identity/group-of-group/${id}/`);

/** Spells a name as part of a key. Names that differ in case alone are one name, as in the reference. */
export type NameKey = (name: string) => string;

/** The index key from an alias's mount and name. */
export function aliasNameKey({ mountAccessor, name }: Pick<Alias, "mountAccessor" | "name">, nameKey: NameKey): string {
  return `${mountAccessor}/${nameKey(name)}`;
}

/** All that is stored of an entity, but for its local aliases. */
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

/** All that is stored of an entity's local aliases. */
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

/** All that is stored of a group. */
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

/** What has to change for `after` to be stored in place of `before`. */
export function replaced(before: readonly StorageChange[], after: readonly StorageChange[]): readonly StorageChange[] {
  const rowKey = ({ space, key }: StorageChange) => `${space}/${key}`;
  const stored = new Map(before.map((row) => [rowKey(row), row]));
  const wanted = new Map(after.map((row) => [rowKey(row), row]));
  return [
    ...[...stored].filter(([place]) => !wanted.has(place)).map(([, row]) => ({ ...row, value: null })),
    ...[...wanted].filter(([place, { value }]) => stored.get(place)?.value !== value).map(([, row]) => row),
  ];
}

/** Whether `key` is an index key of an entity. A change of what an entity may do changes a key that is none. */
export function isWayToEntity(key: string): boolean {
  return /^identity\/(entity-name|alias-name|alias-id)\/|^identity-alias\/(name|id)\//.test(key);
}
