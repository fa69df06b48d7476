import type { Timeline } from "../../ports/clock.ts";

type Waiter = Readonly<{ index: number; done: (arrived: boolean) => void }>;

export class IndexWaiters {
  readonly #clock: Timeline;
  #waiters: readonly Waiter[] = [];

  constructor(clock: Timeline) {
    this.#clock = clock;
  }

  /**
   * Resolves to true when {@link reached} is called with `index` or a later index, or to false after `milliseconds`.
   */
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

  reached(index: number): void {
    for (const waiter of this.#waiters) if (waiter.index <= index) waiter.done(true);
  }
}
