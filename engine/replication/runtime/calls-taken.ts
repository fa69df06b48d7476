/**
 * Ids of the calls that were accepted on one connection, so that each call is accepted only once. Calls may arrive out
 * of order, because a short call may overtake the parts of a longer one. Memory is bounded: an id that is lower than
 * the greatest id by `most` or more is treated as already accepted.
 */
export class CallsTaken {
  readonly #most: number;
  readonly #taken = new Set<number>();
  #greatest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  take(id: number): boolean {
    if (id <= this.#greatest - this.#most || this.#taken.has(id)) return false;
    this.#taken.add(id);
    this.#greatest = Math.max(this.#greatest, id);
    if (this.#taken.size > 2 * this.#most) {
      for (const one of this.#taken) if (one <= this.#greatest - this.#most) this.#taken.delete(one);
    }
    return true;
  }
}
