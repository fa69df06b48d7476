/** Milliseconds after its beginning for which a successful login is reused while the session is in use. */
const countsMilliseconds = 200;

export type LoginCheckOptions = Readonly<{
  /** Logs in to the server and closes the connection. */
  logIn: () => Promise<void>;
  /** Returns true if callers that wait for the next login fail with this error, too. */
  isForAll: (error: unknown) => boolean;
  /** Returns true if a connection of the session is in use. */
  isInUse: () => boolean;
  /** Returns monotonic time in milliseconds. Default: `performance.now`. */
  now?: () => number;
}>;

/**
 * Checks whether a server accepts a login. A caller gets the result of a login that begins after its call; callers that
 * come during a login share the next one. Exceptions: while the session is in use, a successful login counts for {@link
 * countsMilliseconds} after its beginning; an error with `isForAll` also fails waiting callers.
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

  /** Resolves if the server accepts the login, otherwise rejects with the error of the login. */
  async admitted(): Promise<void> {
    if (this.#options.isInUse() && this.#now() < this.#countsUntil) return;
    await (this.#running ? this.#afterRunning(this.#running) : (this.#next ?? this.#begin()));
  }

  /** Ends the reuse of the last successful login. */
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
