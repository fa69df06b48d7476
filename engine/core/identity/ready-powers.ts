import { LruCache } from "../collections/lru-cache.ts";
import type { MaybePromise } from "../concurrency/maybe-promise.ts";
import { noPowers, type Powers, readPowers } from "./powers.ts";
import type { Records } from "./records.ts";
import { entities, isWayToEntity, localAliases } from "./rows.ts";

/** Entities whose powers are kept, the latest asked for; each takes a few kilobytes at most. */
const readyLimit = 10_000;

/** The powers of entities, kept ready until something changes them. */
export class ReadyPowers {
  readonly #records: Records;
  #ready = nothingReady();
  #readings = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /** What the entity of this id may do beyond its token; "" is no entity. */
  of(entityId: string): MaybePromise<Powers> {
    return entityId === "" ? noPowers : (this.#ready.get(entityId) ?? this.#find(entityId));
  }

  async #find(entityId: string): Promise<Powers> {
    const isThere = (await this.#records.entity(entityId)) !== undefined;
    // Kept under one id alone, so that a change finds it.
    const other = isThere ? undefined : await this.#records.mergedInto(entityId);
    return other === undefined ? this.#read(entityId) : this.of(other);
  }

  /** Keys of identity changed, here or by replication; without `keys`, any of them. */
  forget(keys?: readonly string[]): void {
    if (!keys) this.#ready = nothingReady();
    for (const key of keys ?? []) {
      const entityId = entities.nameOf(key) ?? localAliases.nameOf(key);
      if (entityId !== undefined) this.#ready.delete(entityId);
      // Whom a group concerns is not looked for: groups change seldom.
      else if (!isWayToEntity(key)) this.#ready = nothingReady();
    }
  }

  /** It is kept before it is read: what changes meanwhile is forgotten with it. */
  #read(entityId: string): Promise<Powers> {
    const version = `${entityId} ${++this.#readings}`;
    const ready = this.#ready;
    const powers = this.#records.entity(entityId).then((entity) => readPowers(this.#records, entity, version));
    ready.set(entityId, powers);
    powers.catch(() => ready.delete(entityId));
    return powers;
  }
}

function nothingReady(): LruCache<string, Promise<Powers>> {
  return new LruCache({ limit: readyLimit });
}
