import type { Timeline } from "../../ports/clock.ts";

type Waiter = Readonly<{ index: number; done: (arrived: boolean) => void }>;

/** Those who wait until an entry of the primary's is applied here. */
export class IndexWaiters {
  readonly #clock: Timeline;
  #waiters: readonly Waiter[] = [];

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /** Whether entry `index` is applied within so many milliseconds. */
  within(milliseconds: number, index: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = this.#clock.at(this.#clock.now() + milliseconds, () => waiter.done(false));
      const waiter: Waiter = {
        index,
        done: (arrived) => {
          cancel();
          this.#waiters = this.#waiters.filter((other) => other !== waiter);
          resolve(arrived);
        },
      };
      this.#waiters = [...this.#waiters, waiter];
    });
  }

  /** All up to `index` is applied. */
  reached(index: number): void {
    for (const waiter of this.#waiters) if (waiter.index <= index) waiter.done(true);
  }
}
