/** So long a login counts for others, too, as long as the session is in use without a pause. */
const countsMilliseconds = 200;

export type LoginCheckOptions = Readonly<{
  /** Logs in and out. */
  logIn: () => Promise<void>;
  /** Whether a failure fails all waiting callers: no server answered. */
  isForAll: (error: unknown) => boolean;
  /** Whether something runs on the session now. */
  isInUse: () => boolean;
  /** Monotonic milliseconds. Default: the process's. */
  now?: () => number;
}>;

/**
 * Checks whether a server accepts a user's login. A caller gets a login that begins after its call. Concurrent callers share
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

  /** The next caller gets a login that begins after this call: a connection was lost, and the server may be down. */
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
