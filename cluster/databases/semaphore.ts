/** A waiting caller. */
type Waiting = Readonly<{ enter: () => void; refuse: (reason: unknown) => void }>;

/** How many callers are let in at once, and how long one waits, in milliseconds. */
export type SemaphoreOptions = Readonly<{ count: number; patienceMilliseconds: number }>;

/** A semaphore: callers beyond the count wait in line, for a bounded time. */
export class Semaphore {
  readonly #patienceMilliseconds: number;
  readonly #waiting = new Set<Waiting>();
  #free: number;

  constructor({ count, patienceMilliseconds }: SemaphoreOptions) {
    this.#free = count;
    this.#patienceMilliseconds = patienceMilliseconds;
  }

  /** Resolves when the caller is let in; it calls `leave` afterwards. Rejects when the wait is over, or with the reason of `rejectWaiting`. */
  take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(impatience);
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
      const impatience = setTimeout(
        () => waiting.refuse(new Error(`no connection was free within ${this.#patienceMilliseconds / 1000} s`)),
        this.#patienceMilliseconds,
      );
      this.#waiting.add(waiting);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next) next.enter();
    else this.#free += 1;
  }

  /** Rejects all waiting callers with `reason`. */
  rejectWaiting(reason: unknown): void {
    for (const waiting of [...this.#waiting]) waiting.refuse(reason);
  }
}
