/**
 * Determines how many of the latest entries of a log fit in a maximum number of characters; at least
 * the last entry counts as fitting.
 */
export class LogCapacity {
  readonly #max: number;
  #lengths: number[] = [];
  #sum = 0;
  #last = 0;
  #isFull = false;

  constructor(maxCharacters: number) {
    this.#max = maxCharacters;
  }

  /** Index of the first entry that fits; undefined while all entries fit. */
  get floor(): number | undefined {
    return this.#isFull ? this.#last - this.#lengths.length + 1 : undefined;
  }

  follow(last: number, texts: readonly string[]): void {
    if (this.#last + texts.length !== last) {
      this.#lengths = [];
      this.#sum = 0;
      this.#isFull = false;
    }
    this.#last = last;
    for (const { length } of texts) {
      this.#lengths.push(length);
      this.#sum += length;
    }
    let gone = 0;
    while (this.#sum > this.#max && this.#lengths.length - gone > 1) this.#sum -= this.#lengths[gone++] ?? 0;
    if (gone === 0) return;
    this.#lengths = this.#lengths.slice(gone);
    this.#isFull = true;
  }
}
