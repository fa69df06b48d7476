import type { JsonObject } from "../../api/json.ts";
import { timeText } from "../../api/values/time.ts";
import type { Mount } from "../mounts/mount-type.ts";
import { fullPath } from "../mounts/open-mount.ts";
import type { Realm } from "../namespaces/realm.ts";
import type { Alias, Entity } from "./records/entity.ts";
import type { Group } from "./records/group.ts";
import { shownMetadata } from "./records/metadata.ts";

export type Mounts = ReadonlyMap<string, Pick<Mount, "kind" | "path" | "type" | "local">>;

export function mountsOf({ mounts }: Realm): Mounts {
  return new Map(mounts.all().map(({ mount }) => [mount.accessor, mount]));
}

const orNull = (texts: readonly string[]) => (texts.length > 0 ? texts : null);

export function shownAlias(alias: Alias, canonicalId: string, mounts: Mounts): JsonObject {
  return {
    ...shownGroupAlias(alias, canonicalId, mounts),
    custom_metadata: alias.customMetadata,
    local: alias.local,
  };
}

function shownGroupAlias(alias: Alias, canonicalId: string, mounts: Mounts): JsonObject {
  return {
    canonical_id: canonicalId,
    creation_time: timeText(alias.createdAt),
    id: alias.id,
    last_update_time: timeText(alias.updatedAt),
    merged_from_canonical_ids: orNull(alias.mergedFromIds),
    metadata: alias.metadata,
    ...shownMount(alias, mounts),
    name: alias.name,
  };
}

export function shownMount({ mountAccessor }: Alias, mounts: Mounts): JsonObject {
  const mount = mounts.get(mountAccessor);
  const mountFields = mount ? { mount_path: fullPath(mount), mount_type: mount.type } : {};
  return { mount_accessor: mountAccessor, ...mountFields };
}

export async function shownEntity(entity: Entity, realm: Realm): Promise<JsonObject> {
  const { records } = realm.identity.identityStore;
  const mounts = mountsOf(realm);
  const direct = await records.groupIdsOfEntity(entity.id);
  const around = (await records.groupsAround(entity.id)).map(({ id }) => id);
  const inherited = around.filter((id) => !direct.includes(id));
  return {
    aliases: (await records.aliasesOf(entity)).map((alias) => shownAlias(alias, entity.id, mounts)),
    creation_time: timeText(entity.createdAt),
    direct_group_ids: direct,
    disabled: entity.disabled,
    group_ids: [...direct, ...inherited],
    id: entity.id,
    inherited_group_ids: inherited,
    last_update_time: timeText(entity.updatedAt),
    merged_entity_ids: orNull(entity.mergedIds),
    metadata: shownMetadata(entity.metadata),
    name: entity.name,
    namespace_id: realm.namespace.id,
    policies: entity.policies,
  };
}

export async function shownGroup(group: Group, realm: Realm): Promise<JsonObject> {
  const { records } = realm.identity.identityStore;
  return {
    alias: group.alias ? shownGroupAlias(group.alias, group.id, mountsOf(realm)) : {},
    creation_time: timeText(group.createdAt),
    id: group.id,
    last_update_time: timeText(group.updatedAt),
    member_entity_ids: orNull(group.memberEntityIds),
    member_group_ids: orNull(group.memberGroupIds),
    metadata: shownMetadata(group.metadata),
    modify_index: group.modifyIndex,
    name: group.name,
    namespace_id: realm.namespace.id,
    parent_group_ids: orNull(await records.parentIdsOf(group.id)),
    policies: orNull(group.policies),
    type: group.type,
  };
}
