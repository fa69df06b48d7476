/** What is left of a lease-count quota, without counting all leases each time one is given. */
export class LeaseAllowance {
  readonly #most: number;
  readonly #count: () => Promise<number>;
  /** Leases that may be granted before they are counted again: never too many, since expiry only makes the others fewer. */
  #left = 0;
  /** Whether the last count found no room, and no lease has ended since. */
  #isFull = false;
  /** Leases that are being given: the count may have seen them or not. */
  #pending = 0;
  #counting: Promise<void> | undefined;

  /** `count` counts the leases there are, up to `most`, which is how many there may be. */
  constructor({ most, count }: { most: number; count: () => Promise<number> }) {
    this.#most = most;
    this.#count = count;
  }

  /** Has `grant` give one lease, where there is room for it; else yields nothing. */
  async within<Lease>(grant: () => Promise<Lease>): Promise<Lease | undefined> {
    if (!(await this.#take())) return undefined;
    try {
      return await grant();
    } finally {
      this.#pending -= 1;
      // It may not have been given, and have been counted twice.
      this.#isFull = false;
    }
  }

  /** A lease has ended somewhere: there may be room again. */
  leaseRemoved(): void {
    this.#isFull = false;
  }

  async #take(): Promise<boolean> {
    if (this.#left === 0 && (this.#counting || !this.#isFull)) {
      this.#counting ??= this.#countAnew().finally(() => {
        this.#counting = undefined;
      });
      await this.#counting;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#pending += 1;
    return true;
  }

  async #countAnew(): Promise<void> {
    // Before it is counted: a lease that ends meanwhile may be counted still, and is reason to count again.
    this.#isFull = true;
    const before = this.#pending;
    const count = await this.#count();
    this.#left = Math.max(0, this.#most - count - before);
    if (this.#left > 0) this.#isFull = false;
  }
}
