const deletionsPerCopy = 64;

/**
 * Map for short-lived entries, such as calls in progress, of which there are few at a time. V8 can link the tables that
 * a plain `Map` allocates, so that they survive minor garbage collections. This class therefore replaces its `Map` from
 * time to time.
 */
export class SteadyMap<Key, Value> {
  #map = new Map<Key, Value>();
  #deletions = 0;

  get size(): number {
    return this.#map.size;
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key);
  }

  has(key: Key): boolean {
    return this.#map.size > 0 && this.#map.has(key);
  }

  set(key: Key, value: Value): void {
    this.#map.set(key, value);
  }

  delete(key: Key): void {
    if (this.#map.size === 0) return;
    if (this.#map.size === 1) {
      if (this.#map.has(key)) this.clear();
      return;
    }
    if (!this.#map.delete(key)) return;
    this.#deletions += 1;
    if (this.#deletions < deletionsPerCopy || this.#map.size > deletionsPerCopy) return;
    this.#map = new Map(this.#map);
    this.#deletions = 0;
  }

  clear(): void {
    this.#map = new Map();
    this.#deletions = 0;
  }

  keys(): Iterable<Key> {
    return this.#map.keys();
  }
}
