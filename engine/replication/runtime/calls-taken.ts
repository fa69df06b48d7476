/**
 * Numbers of the calls that were accepted on one connection. Each call is accepted once. Calls may
 * arrive out of order, since a short call is not delayed by the parts of a longer one. Memory is
 * bounded: a number that is lower than the greatest by more than `most` counts as known.
 */
export class CallsTaken {
  readonly #most: number;
  readonly #taken = new Set<number>();
  #greatest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns true when `id` arrives for the first time. */
  take(id: number): boolean {
    if (id <= this.#greatest - this.#most || this.#taken.has(id)) return false;
    this.#taken.add(id);
    this.#greatest = Math.max(this.#greatest, id);
    // Numbers are in order of arrival: at most two windows of them are kept.
    if (this.#taken.size > 2 * this.#most) {
      for (const one of this.#taken) if (one <= this.#greatest - this.#most) this.#taken.delete(one);
    }
    return true;
  }
}
