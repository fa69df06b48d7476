import { Problem } from "../../../api/problem.ts";
import type { Alias, Entity } from "../records/entity.ts";

/**
 * Returns the aliases that remain when `from` are merged into `to`. If two of the entities have aliases at the same
 * mount, the one in `keptAliasIds` remains. Throws a Problem "refused" if neither is in it.
 */
export function retainedAliases({
  to,
  from,
  local,
  keptAliasIds,
}: Readonly<{
  to: Entity;
  from: readonly Entity[];
  local: ReadonlyMap<string, readonly Alias[]>;
  keptAliasIds: readonly string[];
}>): readonly Alias[] {
  const aliasesOf = ({ id, mergedIds, aliases }: Entity) => [
    ...aliases,
    ...[id, ...mergedIds].flatMap((one) => local.get(one) ?? []),
  ];
  let kept = aliasesOf(to).map((alias) => ({ alias, owner: to }));
  const clashes: string[] = [];
  for (const entity of from) {
    for (const alias of aliasesOf(entity)) {
      const others = kept.filter(
        (other) => other.owner !== entity && other.alias.mountAccessor === alias.mountAccessor,
      );
      const [first] = others;
      if (first && keptAliasIds.length === 0) {
        if (first.owner !== to) throw new Problem("refused", sharedAmongMany(alias));
        clashes.push(clash({ to, from: entity, toAlias: first.alias, fromAlias: alias }));
        continue;
      }
      if (others.some((other) => keptAliasIds.includes(other.alias.id))) continue;
      if (first && !keptAliasIds.includes(alias.id)) throw new Problem("refused", undecided(alias, first.alias));
      const moved = { ...alias, mergedFromIds: [...alias.mergedFromIds, entity.id] };
      kept = [...kept.filter((other) => !others.includes(other)), { alias: moved, owner: entity }];
    }
  }
  if (clashes.length > 0) throw new Problem("refused", allOf([clashesFollow, ...clashes]));
  return kept.map(({ alias }) => alias);
}

const clashesFollow =
  "toEntity and at least one fromEntity have aliases with the same mount accessor, repeat the merge request specifying exactly one fromEntity, clashes: ";

function clash({
  to,
  from,
  toAlias,
  fromAlias,
}: Readonly<{ to: Entity; from: Entity; toAlias: Alias; fromAlias: Alias }>): string {
  const entities = `mountAccessor: ${toAlias.mountAccessor}, toEntity ID: ${to.id}, fromEntity ID: ${from.id}`;
  const aliases = `conflicting toEntity alias ID: ${toAlias.id}, conflicting fromEntity alias ID: ${fromAlias.id}`;
  return `${entities}, ${aliases}`;
}

function undecided(fromAlias: Alias, toAlias: Alias): string {
  return `conflicting mount accessors in following alias IDs and neither were present in conflicting_alias_ids_to_keep: ${fromAlias.id}, ${toAlias.id}`;
}

function sharedAmongMany({ mountAccessor }: Alias): string {
  return `mount accessor ${mountAccessor} found in multiple fromEntities, merge should be done with one fromEntity at a time`;
}

function allOf(errors: readonly string[]): string {
  return `${errors.length} errors occurred:\n${errors.map((error) => `\t* ${error}\n`).join("")}\n`;
}
