import type { TemplateValues } from "../policy/template.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";
import type { Records } from "./records.ts";

/** What an entity brings to its tokens. */
export type Powers = Readonly<{
  /** By the entity and its groups; in order, in lower case, each once. */
  policies: readonly string[];
  /** For policies with templated paths. */
  values?: TemplateValues;
  /** Whether its tokens are refused: it is disabled, or not there any more. */
  barred?: boolean;
}>;

/** Of a token without an entity. */
export const noPowers: Powers = { policies: [] };

const barred: Powers = { policies: [], barred: true };

/** The powers of an entity; `version` is what no other reading of any entity had. */
export async function readPowers(records: Records, entity: Entity | undefined, version: string): Promise<Powers> {
  if (!entity || entity.disabled) return barred;
  const groups = await records.groupsAround(entity.id);
  const aliases = await records.aliasesOf(entity);
  return { policies: policiesOf(entity, groups), values: valuesOf({ entity, aliases, groups, version }) };
}

/** `root` cannot be had by identity, whatever was stored. */
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
