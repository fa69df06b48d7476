import { z } from "zod";

/* Response shapes of the identity endpoints (W3.8-02, W3.8-05, W3.8-07). */

const pairs = z.record(z.string(), z.string()).nullable();
const ids = z.array(z.string());

const aliasShape = z.object({
  canonical_id: z.string(),
  creation_time: z.string(),
  custom_metadata: pairs,
  id: z.string(),
  last_update_time: z.string(),
  local: z.boolean(),
  merged_from_canonical_ids: ids.nullable(),
  metadata: pairs,
  mount_accessor: z.string(),
  mount_path: z.string().optional(),
  mount_type: z.string().optional(),
  name: z.string(),
});

export const singleAliasShape = aliasShape.extend({ namespace_id: z.string() });

export const entityShape = z.object({
  aliases: z.array(aliasShape),
  creation_time: z.string(),
  direct_group_ids: ids,
  disabled: z.boolean(),
  group_ids: ids,
  id: z.string(),
  inherited_group_ids: ids,
  last_update_time: z.string(),
  merged_entity_ids: ids.nullable(),
  metadata: pairs,
  name: z.string(),
  namespace_id: z.string(),
  policies: ids,
});

export const groupShape = z.object({
  alias: aliasShape.omit({ custom_metadata: true, local: true }).partial(),
  creation_time: z.string(),
  id: z.string(),
  last_update_time: z.string(),
  member_entity_ids: ids.nullable(),
  member_group_ids: ids.nullable(),
  metadata: pairs,
  modify_index: z.int(),
  name: z.string(),
  namespace_id: z.string(),
  parent_group_ids: ids.nullable(),
  policies: ids.nullable(),
  type: z.string(),
});

const listShape = <Info extends z.ZodType>(info: Info) => z.object({ keys: ids, key_info: z.record(z.string(), info) });

const { id, name, mount_accessor, mount_path, mount_type, canonical_id, custom_metadata, local } = aliasShape.shape;
const mountFields = { mount_accessor, mount_path, mount_type };
const named = z.object({ id, name, ...mountFields });

export const aliasListShape = listShape(z.object({ canonical_id, custom_metadata, local, name, ...mountFields }));

export const entityListShape = listShape(z.object({ aliases: z.array(named).optional(), name }));

export const groupListShape = listShape(
  z.object({ alias: named.optional(), name, num_member_entities: z.int(), num_parent_groups: z.int() }),
);
