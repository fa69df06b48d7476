import type { Clock } from "../../../ports/clock.ts";
import { pages } from "../../storage/pages.ts";
import type { Collection, Storage } from "../../storage/storage.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";
import * as rows from "./rows.ts";

export type FoundAlias = Readonly<{ alias: Alias; entity: Entity }>;

export class Records {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #nameKey: rows.NameKey;

  constructor({ storage, clock, nameKey }: { storage: Storage; clock: Clock; nameKey: rows.NameKey }) {
    this.#storage = storage;
    this.#clock = clock;
    this.#nameKey = nameKey;
  }

  entity(id: string): Promise<Entity | undefined> {
    return rows.entities.read(this.#storage, id);
  }

  /** Returns the id of the entity into which this entity was merged; undefined if there is none. */
  mergedInto(id: string): Promise<string | undefined> {
    return rows.mergedEntities.read(this.#storage, id);
  }

  entityByName(name: string): Promise<Entity | undefined> {
    return this.#follow(rows.entityNames, this.#nameKey(name), (id) => this.entity(id));
  }

  entities(): AsyncGenerator<Entity> {
    return this.#all(rows.entities);
  }

  async aliasByName(mountAccessor: string, name: string): Promise<FoundAlias | undefined> {
    const key = rows.aliasNameKey({ mountAccessor, name }, this.#nameKey);
    const folded = name.toLowerCase();
    const matches = (alias: Alias) => alias.mountAccessor === mountAccessor && alias.name.toLowerCase() === folded;
    return (
      (await this.#alias(rows.aliasNames.shared, key, matches)) ?? this.#alias(rows.aliasNames.local, key, matches)
    );
  }

  async aliasById(id: string): Promise<FoundAlias | undefined> {
    const matches = (alias: Alias) => alias.id === id;
    return (await this.#alias(rows.aliasIds.shared, id, matches)) ?? this.#alias(rows.aliasIds.local, id, matches);
  }

  async aliasesOf(entity: Entity): Promise<readonly Alias[]> {
    const local = await Promise.all([entity.id, ...entity.mergedIds].map((id) => this.localAliasesUnder(id)));
    return [...entity.aliases, ...local.flat()];
  }

  /**
   * Returns the local aliases stored under this entity id. The entity may have been merged into another entity since.
   */
  async localAliasesUnder(id: string): Promise<readonly Alias[]> {
    return (await rows.localAliases.read(this.#storage, id)) ?? [];
  }

  group(id: string): Promise<Group | undefined> {
    return rows.groups.read(this.#storage, id);
  }

  groupByName(name: string): Promise<Group | undefined> {
    return this.#follow(rows.groupNames, this.#nameKey(name), (id) => this.group(id));
  }

  groupByAliasName(mountAccessor: string, name: string): Promise<Group | undefined> {
    const key = rows.aliasNameKey({ mountAccessor, name }, this.#nameKey);
    return this.#follow(rows.groupAliasNames, key, (id) => this.group(id));
  }

  groupByAliasId(id: string): Promise<Group | undefined> {
    return this.#follow(rows.groupAliasIds, id, (found) => this.group(found));
  }

  groups(): AsyncGenerator<Group> {
    return this.#all(rows.groups);
  }

  groupIdsOfEntity(id: string): Promise<readonly string[]> {
    return rows.groupsOfEntity(id).names(this.#storage);
  }

  parentIdsOf(groupId: string): Promise<readonly string[]> {
    return rows.groupsOfGroup(groupId).names(this.#storage);
  }

  /** Returns the groups of which an entity is a direct or indirect member, the nearest groups first. */
  async groupsAround(entityId: string): Promise<readonly Group[]> {
    const ids = new Set(await this.groupIdsOfEntity(entityId));
    const found: Group[] = [];
    // Iterating over a set includes ids that are added during the loop.
    for (const id of ids) {
      const group = await this.group(id);
      if (!group) continue;
      found.push(group);
      for (const parent of await this.parentIdsOf(id)) ids.add(parent);
    }
    return found;
  }

  async *#all<T>(kind: Collection<T>): AsyncGenerator<T> {
    for await (const ids of pages((window) => kind.names(this.#storage, window), this.#clock)) {
      for (const id of ids) {
        const found = await kind.readUncached(this.#storage, id);
        if (found) yield found;
      }
    }
  }

  async #alias(
    index: (typeof rows.aliasIds)["shared"],
    key: string,
    matches: (alias: Alias) => boolean,
  ): Promise<FoundAlias | undefined> {
    const id = await index.read(this.#storage, key);
    if (id === undefined) return undefined;
    // A local alias refers to the entity for which it was created, which may have been merged since.
    const entity = (await this.entity(id)) ?? (await this.#follow(rows.mergedEntities, id, (to) => this.entity(to)));
    const alias = entity && (await this.aliasesOf(entity)).find(matches);
    return alias && { alias, entity };
  }

  async #follow<T>(
    index: typeof rows.entityNames,
    key: string,
    read: (id: string) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const id = await index.read(this.#storage, key);
    return id === undefined ? undefined : read(id);
  }
}
