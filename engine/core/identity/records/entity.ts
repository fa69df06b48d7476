import type { Instant } from "../../../ports/clock.ts";

export type Metadata = Readonly<Record<string, string>>;

/** Alias: the name of an entity or a group at a mount. */
export type Alias = Readonly<{
  id: string;
  name: string;
  mountAccessor: string;
  /** Metadata that the auth method reported at a login. */
  metadata: Metadata | null;
  customMetadata: Metadata | null;
  /** True for an alias at a local mount, which is stored only on the cluster of that mount. */
  local: boolean;
  /** Ids of entities that had this alias before they were merged. */
  mergedFromIds: readonly string[];
  createdAt: Instant;
  updatedAt: Instant;
}>;

/** Client with one id on all clusters of a replication set. */
export type Entity = Readonly<{
  id: string;
  name: string;
  metadata: Metadata | null;
  policies: readonly string[];
  disabled: boolean;
  /** Ids of entities merged into this one. Their tokens act as tokens of this entity. */
  mergedIds: readonly string[];
  /** The entity's aliases at shared mounts. Its local aliases are stored separately. */
  aliases: readonly Alias[];
  createdAt: Instant;
  updatedAt: Instant;
}>;

export function withAlias(entity: Entity, alias: Alias): Entity {
  const exists = entity.aliases.some(({ id }) => id === alias.id);
  const aliases = exists
    ? entity.aliases.map((one) => (one.id === alias.id ? alias : one))
    : [...entity.aliases, alias];
  return { ...entity, aliases };
}
