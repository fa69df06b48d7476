/** Time for which a login is reused while the session is in constant use, in milliseconds. */
const countsMilliseconds = 200;

export type LoginCheckOptions = Readonly<{
  /** Logs in and out. */
  logIn: () => Promise<void>;
  /** Returns true if a failure rejects all waiting callers: no server answered. */
  isForAll: (error: unknown) => boolean;
  /** Returns true if the session is running a statement. */
  isInUse: () => boolean;
  /** Monotonic time in milliseconds. Default: the process's. */
  now?: () => number;
}>;

/**
 * Checks whether a server accepts a user's login. A caller gets a login that begins after its call.
 * Concurrent callers share one that begins after they all asked, and while the session is in
 * constant use, one that began less than 200 ms ago: a login costs the server more than creating a
 * user.
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

  /** Resolves if the server accepts the login. Rejects with the reason otherwise. */
  async admitted(): Promise<void> {
    if (this.#options.isInUse() && this.#now() < this.#countsUntil) return;
    await (this.#running ? this.#afterRunning(this.#running) : (this.#next ?? this.#begin()));
  }

  /** Stops reusing the last login. Called after a lost connection, since the server may be down. */
  invalidate(): void {
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
        this.invalidate();
      },
    );
    return running;
  }
}
