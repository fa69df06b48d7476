export class LeaseAllowance {
  readonly #most: number;
  readonly #count: () => Promise<number>;
  #left = 0;
  #isFull = false;
  #pending = 0;
  #counting: Promise<void> | undefined;

  constructor({ most, count }: { most: number; count: () => Promise<number> }) {
    this.#most = most;
    this.#count = count;
  }

  async within<Lease>(grant: () => Promise<Lease>): Promise<Lease | undefined> {
    if (!(await this.#take())) return undefined;
    try {
      return await grant();
    } finally {
      this.#pending -= 1;
      // The grant may have failed, or a count may have included it twice.
      this.#isFull = false;
    }
  }

  leaseRemoved(): void {
    this.#isFull = false;
  }

  async #take(): Promise<boolean> {
    if (this.#left === 0 && (this.#counting || !this.#isFull)) {
      this.#counting ??= this.#recount().finally(() => {
        this.#counting = undefined;
      });
      await this.#counting;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    this.#pending += 1;
    return true;
  }

  async #recount(): Promise<void> {
    // Set before counting: if a lease ends during the count, it is reset and leases are counted again.
    this.#isFull = true;
    const before = this.#pending;
    const count = await this.#count();
    this.#left = Math.max(0, this.#most - count - before);
    if (this.#left > 0) this.#isFull = false;
  }
}
