type Waiting = Readonly<{ enter: () => void; refuse: (reason: unknown) => void }>;

/** Maximum number of callers that proceed at the same time, and maximum wait of other callers in milliseconds. */
export type SemaphoreOptions = Readonly<{ count: number; maxWaitMilliseconds: number }>;

/** A semaphore. Callers that exceed the maximum number wait in order, for a limited time. */
export class Semaphore {
  readonly #maxWaitMilliseconds: number;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor({ count, maxWaitMilliseconds }: SemaphoreOptions) {
    this.#free = count;
    this.#maxWaitMilliseconds = maxWaitMilliseconds;
  }

  /**
   * Resolves when the caller may proceed; it must call `leave` afterwards. Rejects after the maximum wait, or with the
   * reason of `rejectWaiting`.
   */
  take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
      };
      const waiting: Waiting = {
        enter() {
          done();
          resolve();
        },
        refuse(reason) {
          done();
          reject(reason);
        },
      };
      const timer = setTimeout(
        () => waiting.refuse(new Error(`no connection was free within ${this.#maxWaitMilliseconds / 1000} s`)),
        this.#maxWaitMilliseconds,
      );
      this.#waiting.add(waiting);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#free += 1;
  }

  rejectWaiting(reason: unknown): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(reason);
  }
}
