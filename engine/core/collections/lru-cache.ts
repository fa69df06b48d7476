/**
 * Cache of about `limit` entries. It has two generations: when the younger one is full, the older one is discarded as a
 * whole. This approximates LRU order without sorting.
 */
export class LruCache<Key, Value> {
  readonly #generationSize: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor({ limit }: { limit: number }) {
    this.#generationSize = Math.ceil(limit / 2);
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#generationSize && !this.#young.has(key)) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
