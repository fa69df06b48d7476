/** Milliseconds after its beginning for which a successful login is reused while the session is in use. */
const countsMilliseconds = 200;

export type LoginCheckOptions = Readonly<{
  /** Logs in to the server and closes the connection. */
  logIn: () => Promise<void>;
  /** Returns true if a failed login makes all waiting callers fail, because the server does not respond. */
  isForAll: (error: unknown) => boolean;
  /** Returns true if the session is running a statement. */
  isInUse: () => boolean;
  /** Returns monotonic time in milliseconds. Default: `performance.now`. */
  now?: () => number;
}>;

/**
 * Checks whether a server accepts a user's login. Each caller gets the result of a login that began after its call;
 * callers that come during a login share the next one. If a login fails because the server does not respond, the
 * callers that wait for the next login get this error, too. Exception: while the session is in use, a successful login
 * is reused for {@link countsMilliseconds} after its start, because a login costs the server more than creating a user.
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

  /** Resolves if the server accepts the login. Rejects with the error of the login otherwise. */
  async admitted(): Promise<void> {
    if (this.#options.isInUse() && this.#now() < this.#countsUntil) return;
    await (this.#running ? this.#afterRunning(this.#running) : (this.#next ?? this.#begin()));
  }

  /** Ends the reuse of the last login. Called after a lost connection, since the server may be down. */
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
