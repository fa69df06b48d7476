import type { Instant } from "../../ports/clock.ts";

/** Texts by name, as their owner wrote them. */
export type Metadata = Readonly<Record<string, string>>;

/** An alias: the name that an entity, or a group, has at a mount. */
export type Alias = Readonly<{
  id: string;
  name: string;
  mountAccessor: string;
  /** What the auth method told at the latest login. */
  metadata: Metadata | null;
  /** What an operator wrote. */
  customMetadata: Metadata | null;
  /** Whether it belongs to a local mount: then only the cluster of that mount knows it. */
  local: boolean;
  /** Entities that had it before they were merged. */
  mergedFromIds: readonly string[];
  createdAt: Instant;
  updatedAt: Instant;
}>;

/** An entity: one client, whichever auth methods it logs in with. All clusters of a replication set have the same ones. */
export type Entity = Readonly<{
  id: string;
  name: string;
  metadata: Metadata | null;
  policies: readonly string[];
  /** Whether their tokens are refused, and their logins. */
  disabled: boolean;
  /** Entities that were merged into this one: their tokens act as its. */
  mergedIds: readonly string[];
  /** Those that are not local. */
  aliases: readonly Alias[];
  createdAt: Instant;
  updatedAt: Instant;
}>;

/** The entity with `alias` in place of the one of its id, or after the others. */
export function withAlias(entity: Entity, alias: Alias): Entity {
  const isThere = entity.aliases.some(({ id }) => id === alias.id);
  const aliases = isThere
    ? entity.aliases.map((one) => (one.id === alias.id ? alias : one))
    : [...entity.aliases, alias];
  return { ...entity, aliases };
}
