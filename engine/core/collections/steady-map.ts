/** Deletions after which what is left of a map is put into a new one, while it is no more than that. */
const deletionsEach = 64;

/**
 * A map for what comes and goes all the time, such as what is under way, and is hardly ever many. A plain `Map` makes a new table when much was deleted, and with
 * each deletion that leaves it empty; V8 has the old tables refer to the newer ones, and once one of them has grown old all that follow outlive the short
 * collections, too. So this one is made anew now and then. In a tidy of a long list, such tables were half of what only a full collection could free.
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
    if (this.#deletions < deletionsEach || this.#map.size > deletionsEach) return;
    this.#map = new Map(this.#map);
    this.#deletions = 0;
  }

  clear(): void {
    this.#map = new Map();
    this.#deletions = 0;
  }

  /** The keys, in the order in which they came. */
  keys(): Iterable<Key> {
    return this.#map.keys();
  }
}
