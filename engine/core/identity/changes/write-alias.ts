import { Problem, quoted } from "../../../api/problem.ts";
import type { Identity } from "../identity.ts";
import type { Alias, Entity, Metadata } from "../records/entity.ts";
import { withAlias } from "../records/entity.ts";
import { type Edit, unchanged } from "../records/identity-store.ts";
import { requireCustomMetadata, sameMetadata, shownMetadata } from "../records/metadata.ts";
import type { FoundAlias } from "../records/records.ts";
import type { Mounts } from "../shown.ts";
import { requireLimits } from "./limits.ts";

/** Request to create or change an alias of an entity. Omitted properties of an existing alias do not change. */
export type AliasRequest = Readonly<{
  id?: string | undefined;
  name?: string | undefined;
  mountAccessor?: string | undefined;
  /** Id of the entity that gets the alias. If omitted for a new alias, a new entity is created. */
  entityId?: string | undefined;
  customMetadata?: Metadata | undefined;
}>;

/**
 * Creates or changes an alias. Returns the ids of the alias and its entity, or undefined if nothing changed. Throws a
 * Problem "refused" if the request is invalid.
 */
export async function writeAlias(
  identity: Identity,
  request: AliasRequest,
  mounts: Mounts,
): Promise<Readonly<{ id: string; entityId: string }> | undefined> {
  requireLimits(request);
  if (request.customMetadata) requireCustomMetadata(request.customMetadata);
  const { identityStore, logins } = identity;
  const isNew = (await find(identity, request, mounts)) === undefined;
  const isLocal = mounts.get(request.mountAccessor ?? "")?.local ?? false;
  // The primary creates a new entity before this cluster writes its local alias.
  const owner = isNew && isLocal && !request.entityId ? await logins.newEntity() : undefined;
  return identityStore.edit(async () => {
    const found = await find(identity, request, mounts);
    return found ? change(identity, request, found, mounts) : create(identity, { ...request, isLocal, owner });
  });
}

async function find(
  { identityStore: { records } }: Identity,
  { id = "", name = "", mountAccessor = "" }: AliasRequest,
  mounts: Mounts,
): Promise<FoundAlias | undefined> {
  if (id !== "") {
    const found = await records.aliasById(id);
    if (!found) throw new Problem("refused", "invalid alias ID provided");
    return found;
  }
  if (name === "" || mountAccessor === "")
    throw new Problem("refused", "'id' or 'mount_accessor' and 'name' must be provided");
  requireMount(mounts, mountAccessor);
  return records.aliasByName(mountAccessor, name);
}

type Written = Readonly<{ id: string; entityId: string }>;

async function create(
  { identityStore }: Identity,
  {
    name = "",
    mountAccessor = "",
    entityId = "",
    customMetadata = {},
    isLocal,
    owner,
  }: AliasRequest & Readonly<{ isLocal: boolean; owner: Entity | undefined }>,
): Promise<Edit<Written>> {
  const present = entityId === "" ? owner : await identityStore.records.entity(entityId);
  if (entityId !== "" && !present) throw new Problem("refused", "invalid canonical ID");
  const entity = present ?? (await identityStore.newEntity());
  if ((await identityStore.records.aliasesOf(entity)).some((alias) => alias.mountAccessor === mountAccessor)) {
    throw new Problem("refused", "Alias already exists for requested entity and mount accessor");
  }
  const alias = identityStore.newAlias({ name, mountAccessor, customMetadata, local: isLocal });
  const result = { id: alias.id, entityId: entity.id };
  if (isLocal) return { ...(await identityStore.localChange(entity, alias.id, alias)), result };
  const after = { ...withAlias(entity, alias), updatedAt: identityStore.now() };
  return { before: present ? { entities: [present] } : {}, after: { entities: [after] }, result };
}

async function change(
  { identityStore }: Identity,
  request: AliasRequest,
  { alias, entity }: FoundAlias,
  mounts: Mounts,
): Promise<Edit<Written | undefined>> {
  const next: Alias = {
    ...alias,
    name: request.name || alias.name,
    mountAccessor: request.mountAccessor || alias.mountAccessor,
    customMetadata: request.customMetadata ? shownMetadata(request.customMetadata) : alias.customMetadata,
    updatedAt: identityStore.now(),
  };
  const moves = Boolean(request.entityId) && request.entityId !== entity.id;
  if (!moves && isSame(alias, next)) return unchanged(undefined);
  await requireFree(identityStore.records, { alias: next, entity, moves, before: alias }, mounts);
  const result = { id: alias.id, entityId: request.entityId || entity.id };
  if (alias.local) {
    if (moves) throw new Problem("refused", "local aliases can't be moved between entities");
    return { ...(await identityStore.localChange(entity, alias.id, next)), result };
  }
  if (!moves) return { before: { entities: [entity] }, after: { entities: [withAlias(entity, next)] }, result };
  const to = await newOwner(identityStore.records, request.entityId ?? "", next);
  const left = { ...entity, aliases: entity.aliases.filter(({ id }) => id !== alias.id) };
  return { before: { entities: [entity, to] }, after: { entities: [left, withAlias(to, next)] }, result };
}

type Records = Identity["identityStore"]["records"];

async function requireFree(
  records: Records,
  { alias, before, entity, moves }: Readonly<{ alias: Alias; before: Alias; entity: Entity; moves: boolean }>,
  mounts: Mounts,
): Promise<void> {
  const { mountAccessor, name } = alias;
  if (mountAccessor !== before.mountAccessor) {
    if (requireMount(mounts, mountAccessor).local !== before.local) {
      throw new Problem("refused", "an alias cannot change between a local mount and one that is not");
    }
    if (!moves && (await records.aliasesOf(entity)).some((one) => one.mountAccessor === mountAccessor)) {
      throw new Problem(
        "refused",
        "Alias cannot be updated as the entity already has an alias for the given 'mount_accessor' ",
      );
    }
  }
  const other = await records.aliasByName(mountAccessor, name);
  if (other && other.alias.id !== alias.id) {
    throw new Problem("refused", "alias with combination of mount accessor and name already exists");
  }
}

async function newOwner(records: Records, id: string, { mountAccessor }: Alias): Promise<Entity> {
  const entity = await records.entity(id);
  if (!entity) throw new Problem("refused", "given 'canonical_id' is not associated with an entity");
  if (entity.aliases.some((alias) => alias.mountAccessor === mountAccessor)) {
    throw new Problem("refused", "Alias cannot be updated as the given entity already has an alias for this mount ");
  }
  return entity;
}

function isSame(one: Alias, other: Alias): boolean {
  const { name, mountAccessor, customMetadata } = other;
  return one.name === name && one.mountAccessor === mountAccessor && sameMetadata(one.customMetadata, customMetadata);
}

function requireMount(mounts: Mounts, accessor: string) {
  const mount = mounts.get(accessor);
  if (!mount) throw new Problem("refused", `invalid mount accessor ${quoted(accessor)}`);
  return mount;
}
