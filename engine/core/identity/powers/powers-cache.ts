import { LruCache } from "../../collections/lru-cache.ts";
import type { MaybePromise } from "../../concurrency/maybe-promise.ts";
import type { Records } from "../records/records.ts";
import { entities, isEntityIndexKey, localAliases } from "../records/rows.ts";
import { noPowers, type Powers, readPowers } from "./powers.ts";

const maxCachedEntities = 10_000;

export class PowersCache {
  readonly #records: Records;
  #cache = emptyCache();
  #reads = 0;

  constructor(records: Records) {
    this.#records = records;
  }

  /** Returns the powers of an entity; {@link noPowers} for the id "". */
  of(entityId: string): MaybePromise<Powers> {
    return entityId === "" ? noPowers : (this.#cache.get(entityId) ?? this.#find(entityId));
  }

  async #find(entityId: string): Promise<Powers> {
    const exists = (await this.#records.entity(entityId)) !== undefined;
    // Powers are cached only under the id of the entity that remains after a merge, so that invalidation finds them.
    const mergedId = exists ? undefined : await this.#records.mergedInto(entityId);
    return mergedId === undefined ? this.#read(entityId) : this.of(mergedId);
  }

  forget(keys?: readonly string[]): void {
    if (!keys) this.#cache = emptyCache();
    for (const key of keys ?? []) {
      const entityId = entities.nameOf(key) ?? localAliases.nameOf(key);
      if (entityId !== undefined) this.#cache.delete(entityId);
      // A change of a group invalidates all powers, without a search for its members, since groups change rarely.
      else if (!isEntityIndexKey(key)) this.#cache = emptyCache();
    }
  }

  /** Caches the promise at once, so that a change during the read invalidates it. */
  #read(entityId: string): Promise<Powers> {
    const version = `${entityId} ${++this.#reads}`;
    const cache = this.#cache;
    const powers = this.#records.entity(entityId).then((entity) => readPowers(this.#records, entity, version));
    cache.set(entityId, powers);
    powers.catch(() => cache.delete(entityId));
    return powers;
  }
}

function emptyCache(): LruCache<string, Promise<Powers>> {
  return new LruCache({ limit: maxCachedEntities });
}
