/**
 * The calls that were taken from one connection, by their numbers. Each is taken once, though a short one may arrive before a longer one that was sent before it in
 * parts. What is remembered is bounded: a number that is lower than the greatest by more than `most` is taken for one that came before.
 */
export class CallsTaken {
  readonly #most: number;
  readonly #taken = new Set<number>();
  #greatest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether `id` comes for the first time. */
  take(id: number): boolean {
    if (id <= this.#greatest - this.#most || this.#taken.has(id)) return false;
    this.#taken.add(id);
    this.#greatest = Math.max(this.#greatest, id);
    // In the order in which they came: more than two windows never are remembered.
    if (this.#taken.size > 2 * this.#most) {
      for (const one of this.#taken) if (one <= this.#greatest - this.#most) this.#taken.delete(one);
    }
    return true;
  }
}
