import { SteadyMap } from "../core/collections/steady-map.ts";

const maxFraction = 1 / 16;

class Generation {
  readonly values = new SteadyMap<string, string>();
  characters = 0;

  put(key: string, value: string): void {
    const old = this.values.get(key);
    this.characters += value.length - (old === undefined ? -key.length : old.length);
    this.values.set(key, value);
  }

  drop(key: string): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.characters -= key.length + value.length;
  }
}

/**
 * Cache of decrypted values. Its two generations approximate least-recently-used order: a used value
 * moves to the young generation. A young generation that would exceed half of the maximum size becomes
 * the old generation.
 */
export class ValueCache {
  readonly #maxCharacters: number;
  #young = new Generation();
  #old = new Generation();

  constructor({ maxCharacters }: { maxCharacters: number }) {
    this.#maxCharacters = maxCharacters;
  }

  get characters(): number {
    return this.#young.characters + this.#old.characters;
  }

  has(key: string): boolean {
    return this.#young.values.has(key) || this.#old.values.has(key);
  }

  get(key: string): string | undefined {
    const young = this.#young.values.get(key);
    if (young !== undefined) return young;
    const old = this.#old.values.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: string): void {
    const size = key.length + value.length;
    if (size > this.#maxCharacters * maxFraction) {
      this.delete(key);
      return;
    }
    this.#old.drop(key);
    if (this.#young.characters + size > this.#maxCharacters / 2) {
      this.#old = this.#young;
      this.#young = new Generation();
    }
    this.#young.put(key, value);
  }

  delete(key: string): void {
    this.#young.drop(key);
    this.#old.drop(key);
  }

  clear(): void {
    this.#young = new Generation();
    this.#old = new Generation();
  }
}
