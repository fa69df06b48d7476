import type { TemplateValues } from "../../policy/template.ts";
import type { Alias, Entity } from "../records/entity.ts";
import type { Group } from "../records/group.ts";
import type { Records } from "../records/records.ts";

/** Policies and template values that an entity adds to its tokens. */
export type Powers = Readonly<{
  /** Policies of the entity and its groups: in lower case, sorted, without duplicates and without `root`. */
  policies: readonly string[];
  values?: TemplateValues;
  /** True if tokens of the entity are refused, because it is disabled or deleted. */
  barred?: boolean;
}>;

export const noPowers: Powers = { policies: [] };

const barred: Powers = { policies: [], barred: true };

/**
 * Reads the policies and template values of an entity. `version` is the cache key of the values, so
 * it must differ from that of every other read.
 */
export async function readPowers(records: Records, entity: Entity | undefined, version: string): Promise<Powers> {
  if (!entity || entity.disabled) return barred;
  const groups = await records.groupsAround(entity.id);
  const aliases = await records.aliasesOf(entity);
  return { policies: policiesOf(entity, groups), values: valuesOf({ entity, aliases, groups, version }) };
}

/** Omits `root`, which identity does not grant, even if it is stored. */
function policiesOf(entity: Entity, groups: readonly Group[]): readonly string[] {
  const names = [entity, ...groups].flatMap(({ policies }) => policies.map((name) => name.trim().toLowerCase()));
  return [...new Set(names)].filter((name) => name !== "" && name !== "root").sort();
}

function valuesOf({
  entity: { id, name, metadata },
  aliases,
  groups,
  version,
}: Readonly<{
  entity: Entity;
  aliases: readonly Alias[];
  groups: readonly Group[];
  version: string;
}>): TemplateValues {
  return {
    version,
    entity: {
      id,
      name,
      metadata: metadata ?? {},
      aliases: aliases.map((alias) => ({
        id: alias.id,
        name: alias.name,
        mountAccessor: alias.mountAccessor,
        metadata: alias.metadata ?? {},
        customMetadata: alias.customMetadata ?? {},
      })),
    },
    groups: groups.map((group) => ({ id: group.id, name: group.name, metadata: group.metadata ?? {} })),
  };
}
