/** One value may take this part of the whole bound at most: a few long ones must not drive out all others. */
const largestPart = 1 / 16;

/** Plain values by key, the least recently used dropped first. Each counts the characters of its key and itself. */
export class ValueCache {
  readonly #mostCharacters: number;
  readonly #values = new Map<string, string>();
  #characters = 0;

  constructor({ mostCharacters }: { mostCharacters: number }) {
    this.#mostCharacters = mostCharacters;
  }

  get characters(): number {
    return this.#characters;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  get(key: string): string | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    // A map keeps the order in which keys were put in: the last used is last.
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: string): void {
    this.delete(key);
    const size = key.length + value.length;
    if (size > this.#mostCharacters * largestPart) return;
    this.#values.set(key, value);
    this.#characters += size;
    for (const oldest of this.#values.keys()) {
      if (this.#characters <= this.#mostCharacters) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#characters -= key.length + value.length;
  }

  clear(): void {
    this.#values.clear();
    this.#characters = 0;
  }
}
