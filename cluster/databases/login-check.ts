/** So long a login counts for others, too, as long as the session is in use without a pause. */
const countsMilliseconds = 200;

export type LoginCheckOptions = Readonly<{
  /** Logs in and out. */
  logIn: () => Promise<void>;
  /** Whether a failure is for all who wait for another login: no server answered. */
  isForAll: (error: unknown) => boolean;
  /** Whether something runs on the session now. */
  isInUse: () => boolean;
  /** Monotonic milliseconds. Default: the process's. */
  now?: () => number;
}>;

/**
 * Finds out whether a server lets a user in. Who asks alone gets a login that begins after it asked. Those who ask at the same time share
 * one that begins after they all asked, and while others use the session without a pause, one that began less than 200 ms ago: a login
 * costs the server more than making a user.
 */
export class LoginCheck {
  readonly #options: LoginCheckOptions;
  readonly #now: () => number;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #countsUntil = Number.NEGATIVE_INFINITY;

  constructor(options: LoginCheckOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Resolves when the server lets the user in. Rejects with why not. */
  async admitted(): Promise<void> {
    if (this.#options.isInUse() && this.#now() < this.#countsUntil) return;
    await (this.#running ? this.#afterRunning(this.#running) : (this.#next ?? this.#begin()));
  }

  /** Has the next who asks get a login that begins after: a connection was lost, and the server may be. */
  doubt(): void {
    this.#countsUntil = Number.NEGATIVE_INFINITY;
  }

  #afterRunning(running: Promise<void>): Promise<void> {
    this.#next ??= running.then(
      () => this.#begin(),
      (error: unknown) => {
        if (!this.#options.isForAll(error)) return this.#begin();
        this.#next = undefined;
        throw error;
      },
    );
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const began = this.#now();
    const running = this.#options.logIn();
    this.#running = running;
    running.then(
      () => {
        this.#running = undefined;
        this.#countsUntil = began + countsMilliseconds;
      },
      () => {
        this.#running = undefined;
        this.doubt();
      },
    );
    return running;
  }
}
