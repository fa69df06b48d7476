import type { Instant } from "../../../ports/clock.ts";
import type { Ports } from "../../../ports/ports.ts";
import { LruCache } from "../../collections/lru-cache.ts";
import { keyedMutex } from "../../concurrency/keyed-mutex.ts";
import { uuid } from "../../naming/random-names.ts";
import type { Storage, StorageChange } from "../../storage/storage.ts";
import type { Alias, Entity } from "./entity.ts";
import type { Group } from "./group.ts";
import { shownMetadata } from "./metadata.ts";
import { Records } from "./records.ts";
import { entityRows, groupRows, localAliasRows, replaced } from "./rows.ts";

const maxCachedNames = 1_000;

const maxCachedNameLength = 256;

export type IdentityRecords = Readonly<{
  entities?: readonly Entity[];
  groups?: readonly Group[];
  local?: ReadonlyMap<string, readonly Alias[]>;
}>;

/** Change of identity objects: only in `before`: removed; only in `after`: created; in both: replaced. */
export type Edit<T> = Readonly<{ before: IdentityRecords; after: IdentityRecords; result: T }>;

export function unchanged<T>(result: T): Edit<T> {
  return { before: {}, after: {}, result };
}

export class IdentityStore {
  readonly records: Records;
  readonly groupMembers: number;
  readonly #storage: Storage;
  readonly #ports: Ports;
  readonly #written: (keys: readonly string[]) => void;
  readonly #withLock = keyedMutex();
  readonly #nameKeys = new LruCache<string, string>({ limit: maxCachedNames });

  /** `written` is called with the keys of each change that is made through this store. */
  constructor(options: {
    storage: Storage;
    ports: Ports;
    groupMembers: number;
    written: (keys: readonly string[]) => void;
  }) {
    this.groupMembers = options.groupMembers;
    this.#storage = options.storage;
    this.#ports = options.ports;
    this.#written = options.written;
    this.records = new Records({
      storage: options.storage,
      clock: options.ports.clock,
      nameKey: this.#nameKey,
    });
  }

  now(): Instant {
    return this.#ports.clock.now();
  }

  newId(): string {
    return uuid(this.#ports.entropy);
  }

  /** Runs `task` while no other edit of this store runs, and saves the change that it returns as one batch. */
  edit<T>(task: () => Promise<Edit<T>>): Promise<T> {
    return this.#withLock("edit", async () => {
      const { before, after, result } = await task();
      const changes = replaced(this.#rowsOf(before), this.#rowsOf(after));
      if (changes.length > 0) await this.#storage.commit(changes);
      this.#written(changes.map(({ key }) => key));
      return result;
    });
  }

  /** Returns a new, unsaved entity, by default with a random name such as `entity_0a1b2c3d`. */
  async newEntity(name = ""): Promise<Entity> {
    const now = this.now();
    return {
      id: this.newId(),
      name: name || (await this.#newName("entity", (made) => this.records.entityByName(made))),
      metadata: null,
      policies: [],
      disabled: false,
      mergedIds: [],
      aliases: [],
      createdAt: now,
      updatedAt: now,
    };
  }

  /** Returns a new, unsaved group, by default with a random name such as `group_0a1b2c3d`. */
  async newGroup({ name = "", type }: Readonly<{ name?: string; type: Group["type"] }>): Promise<Group> {
    const now = this.now();
    return {
      id: this.newId(),
      name: name || (await this.#newName("group", (made) => this.records.groupByName(made))),
      type,
      metadata: null,
      policies: [],
      memberEntityIds: [],
      memberGroupIds: [],
      alias: null,
      modifyIndex: 0,
      createdAt: now,
      updatedAt: now,
    };
  }

  newAlias(properties: Pick<Alias, "name" | "mountAccessor" | "local"> & Partial<Alias>): Alias {
    const now = this.now();
    return {
      id: this.newId(),
      mergedFromIds: [],
      createdAt: now,
      updatedAt: now,
      ...properties,
      metadata: shownMetadata(properties.metadata ?? null),
      customMetadata: shownMetadata(properties.customMetadata ?? null),
    };
  }

  async localChange(entity: Entity, id: string, alias: Alias | undefined): Promise<Omit<Edit<void>, "result">> {
    let under = entity.id;
    for (const merged of entity.mergedIds) {
      const aliases = await this.records.localAliasesUnder(merged);
      if (aliases.some((one) => one.id === id)) under = merged;
    }
    const present = await this.records.localAliasesUnder(under);
    const next = [...present.filter((one) => one.id !== id), ...(alias ? [alias] : [])];
    return { before: { local: new Map([[under, present]]) }, after: { local: new Map([[under, next]]) } };
  }

  readonly #nameKey = (name: string): string => {
    const folded = name.toLowerCase();
    const known = this.#nameKeys.get(folded);
    if (known !== undefined) return known;
    const key = this.#ports.cryptography.hmacHex("identity", folded);
    if (folded.length <= maxCachedNameLength) this.#nameKeys.set(folded, key);
    return key;
  };

  async #newName(kind: "entity" | "group", taken: (name: string) => Promise<unknown>): Promise<string> {
    for (;;) {
      const name = `${kind}_${this.#ports.entropy.bytes(4).toHex()}`;
      if (!(await taken(name))) return name;
    }
  }

  #rowsOf({ entities = [], groups = [], local = new Map() }: IdentityRecords): readonly StorageChange[] {
    return [
      ...entities.flatMap((entity) => entityRows(entity, this.#nameKey)),
      ...groups.flatMap((group) => groupRows(group, this.#nameKey)),
      ...[...local].flatMap(([id, aliases]) => localAliasRows(id, aliases, this.#nameKey)),
    ];
  }
}
