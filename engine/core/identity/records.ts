import type { Clock } from "../../ports/clock.ts";
import { pages } from "../storage/pages.ts";
import type { Collection, Storage } from "../storage/storage.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";
import * as rows from "./rows.ts";

/** An alias, and its entity. */
export type FoundAlias = Readonly<{ alias: Alias; entity: Entity }>;

/** What is stored of identity in one namespace, found by whatever it is known by. Each question costs a few reads. */
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

  /** The id of the entity that the one of this id was merged into. */
  mergedInto(id: string): Promise<string | undefined> {
    return rows.mergedEntities.read(this.#storage, id);
  }

  entityByName(name: string): Promise<Entity | undefined> {
    return this.#follow(rows.entityNames, this.#nameKey(name), (id) => this.entity(id));
  }

  /** All entities in the order of their ids, page by page. */
  entities(): AsyncGenerator<Entity> {
    return this.#all(rows.entities);
  }

  async aliasByName(mountAccessor: string, name: string): Promise<FoundAlias | undefined> {
    const key = rows.aliasNameKey({ mountAccessor, name }, this.#nameKey);
    const folded = name.toLowerCase();
    const isIt = (alias: Alias) => alias.mountAccessor === mountAccessor && alias.name.toLowerCase() === folded;
    return (await this.#alias(rows.aliasNames.shared, key, isIt)) ?? this.#alias(rows.aliasNames.local, key, isIt);
  }

  async aliasById(id: string): Promise<FoundAlias | undefined> {
    const isIt = (alias: Alias) => alias.id === id;
    return (await this.#alias(rows.aliasIds.shared, id, isIt)) ?? this.#alias(rows.aliasIds.local, id, isIt);
  }

  /** The aliases of an entity, those at local mounts of this cluster among them. */
  async aliasesOf(entity: Entity): Promise<readonly Alias[]> {
    const local = await Promise.all([entity.id, ...entity.mergedIds].map((id) => this.localAliasesUnder(id)));
    return [...entity.aliases, ...local.flat()];
  }

  /** The local aliases that were made for the entity of this id, which may have been merged since. */
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

  /** All groups in the order of their ids, page by page. */
  groups(): AsyncGenerator<Group> {
    return this.#all(rows.groups);
  }

  /** The ids of the groups that the entity of this id was made a member of. */
  groupIdsOfEntity(id: string): Promise<readonly string[]> {
    return rows.groupsOfEntity(id).names(this.#storage);
  }

  /** The ids of the groups that the group of this id was made a member of. */
  parentIdsOf(groupId: string): Promise<readonly string[]> {
    return rows.groupsOfGroup(groupId).names(this.#storage);
  }

  /** The groups of an entity, and those they are members of: each once, the nearer ones first. */
  async groupsAround(entityId: string): Promise<readonly Group[]> {
    const ids = new Set(await this.groupIdsOfEntity(entityId));
    const found: Group[] = [];
    // A set goes on with what is added while it is walked.
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
    isIt: (alias: Alias) => boolean,
  ): Promise<FoundAlias | undefined> {
    const id = await index.read(this.#storage, key);
    if (id === undefined) return undefined;
    // A local alias knows the entity that it was made for, which may have been merged or removed elsewhere since.
    const entity = (await this.entity(id)) ?? (await this.#follow(rows.mergedEntities, id, (to) => this.entity(to)));
    const alias = entity && (await this.aliasesOf(entity)).find(isIt);
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
