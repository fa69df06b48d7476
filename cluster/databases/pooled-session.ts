import { inBatches } from "#engine/core/concurrency/in-batches.ts";
import { type About, DatabaseRefusal, type DatabaseSession, type SessionSettings } from "#engine/ports/databases.ts";
import { ConflictRetry } from "./conflict-retry.ts";
import { LoginCheck } from "./login-check.ts";
import { Semaphore } from "./semaphore.ts";
import { isUnavailable, type Transaction, type Transactions, type Wire, WireError, type WireTimes } from "./wire.ts";

/** Default maximum number of connections; the same as in the reference. */
const defaultConnections = 4;
const idleMilliseconds = 10_000;

export type OpenSession = Omit<DatabaseSession, "close"> &
  Readonly<{
    /**
     * Rejects new and waiting operations. Running operations are aborted after `maxWaitMilliseconds`. May be called
     * twice.
     */
    end(maxWaitMilliseconds: number): Promise<void>;
  }>;

export type SessionOptions = Readonly<{ times: WireTimes; settings: SessionSettings }>;

export type PooledSessionOptions<W extends Wire> = SessionOptions &
  Readonly<{
    connect: () => Promise<W>;
    /** Maximum number of batches in progress (`maxRunning`), and of transactions in a batch (`maxSize`). */
    together: Readonly<{ maxRunning: number; maxSize: number }>;
  }>;

/** A session at a database server. Connections are opened when operations need them, and reused. */
export class PooledSession<W extends Wire = Wire> implements OpenSession {
  protected readonly connect: () => Promise<W>;
  protected readonly connectionLimit: number;
  protected readonly conflicts: ConflictRetry;
  readonly #idleLimit: number;
  readonly #lifetimeMilliseconds: number;
  readonly #places: Semaphore;
  readonly #idle = new Map<W, NodeJS.Timeout>();
  readonly #busy = new Set<W>();
  /** Time, by `performance.now()`, after which a connection is not reused. */
  readonly #expiries = new WeakMap<W, number>();
  readonly #check = new LoginCheck({
    logIn: () => this.logIn(),
    isForAll: isUnavailable,
    isInUse: () => this.#busy.size > 0,
  });
  readonly #inBatches: (transaction: Transaction) => Promise<ReadonlyMap<Transaction, WireError | undefined>>;
  readonly #lastReleased = Promise.withResolvers<void>();
  #isClosed = false;

  constructor({ connect, together, times, settings }: PooledSessionOptions<W>) {
    // A task waits for a connection as long as one statement of another task may take.
    const maxWaitMilliseconds = times.statementMilliseconds;
    this.connect = connect;
    this.connectionLimit = settings.maxOpenConnections ?? defaultConnections;
    this.#idleLimit = settings.maxIdleConnections ?? this.connectionLimit;
    this.#lifetimeMilliseconds = settings.maxConnectionLifetimeMilliseconds ?? Number.POSITIVE_INFINITY;
    this.#places = new Semaphore({ count: this.connectionLimit, maxWaitMilliseconds });
    this.conflicts = new ConflictRetry(maxWaitMilliseconds);
    this.#inBatches = inBatches({
      ...together,
      isForAll: isUnavailable,
      defer: setImmediate,
      run: (transactions: Transactions) => this.#runBatch(transactions),
    });
  }

  transact(statements: readonly string[], about?: About): Promise<void> {
    return convertingErrors(this.conflicts.retry(() => this.#attempt({ statements, about })));
  }

  verify(): Promise<void> {
    return convertingErrors(this.#isClosed ? Promise.reject(closed()) : this.#check.admitted());
  }

  column(query: string, parameters: readonly string[]): Promise<readonly string[]> {
    return convertingErrors(this.ask((wire) => wire.column(query, parameters)));
  }

  settle(subject: string): Promise<void> {
    return convertingErrors(this.ask((wire) => wire.settle(subject)));
  }

  async end(maxWaitMilliseconds: number): Promise<void> {
    this.#isClosed = true;
    for (const wire of [...this.#idle.keys()]) this.#drop(wire);
    this.#rejectWaiting(closed());
    if (this.#busy.size === 0) return;
    const breakOff = () => {
      for (const wire of this.#busy) wire.destroy();
    };
    if (maxWaitMilliseconds === 0) return breakOff();
    const timer = setTimeout(breakOff, maxWaitMilliseconds);
    await this.#lastReleased.promise.finally(() => clearTimeout(timer));
  }

  /**
   * Logs in on a new connection and closes it. An open connection would not prove that the server still accepts the
   * login.
   */
  protected async logIn(): Promise<void> {
    (await this.connect()).destroy();
  }

  /** `question` must be idempotent, since it is repeated after a lost connection. */
  protected ask<T>(question: (wire: W) => Promise<T>): Promise<T> {
    return this.#connected(question, async (wire, result) => {
      this.#release(wire);
      return result;
    });
  }

  async #attempt(transaction: Transaction): Promise<void> {
    const failure = (await this.#inBatches(transaction)).get(transaction);
    if (failure) throw failure;
  }

  #runBatch(transactions: Transactions): Promise<ReadonlyMap<Transaction, WireError | undefined>> {
    return this.#connected(
      (wire) => wire.begin(transactions),
      async (wire) => {
        try {
          const failures = await this.conflicts.exclusively(() => wire.run(transactions));
          this.#release(
            wire,
            failures.find((failure) => failure && isUnavailable(failure)),
          );
          return new Map(transactions.map((transaction, i) => [transaction, failures[i]]));
        } catch (error) {
          this.#release(wire, error);
          throw error;
        }
      },
    );
  }

  /**
   * Runs `first` on a connection, and then `task` on the same connection. If the connection turns out to be lost,
   * `first` is repeated on another connection, so it must be idempotent.
   */
  async #connected<T, R>(first: (wire: W) => Promise<T>, task: (wire: W, result: T) => Promise<R>): Promise<R> {
    if (this.#isClosed) throw closed();
    await this.#places.take();
    try {
      return await task(...(await this.#firstAnswer(first)));
    } finally {
      this.#places.leave();
    }
  }

  async #firstAnswer<T>(first: (wire: W) => Promise<T>): Promise<readonly [W, T]> {
    for (let left = this.connectionLimit; ; left -= 1) {
      let wire: W | undefined;
      try {
        wire = this.#takeIdle() ?? (await this.#opened());
        this.#busy.add(wire);
        return [wire, await first(wire)];
      } catch (error) {
        if (wire) this.#release(wire, error);
        this.#check.invalidate();
        if (this.#isClosed) throw closed();
        if (!(error instanceof WireError)) throw error;
        if (error.state === "unanswered") this.#rejectWaiting(error);
        // The server is unavailable if it accepts no new connection.
        if (!wire || left === 0 || error.state !== "lost") throw error;
      }
    }
  }

  async #opened(): Promise<W> {
    const wire = await this.connect();
    this.#expiries.set(wire, performance.now() + this.#lifetimeMilliseconds);
    if (!this.#isClosed) return wire;
    wire.destroy();
    throw closed();
  }

  #takeIdle(): W | undefined {
    const [first] = this.#idle;
    if (!first) return undefined;
    const [wire, timer] = first;
    clearTimeout(timer);
    this.#idle.delete(wire);
    return wire;
  }

  #release(wire: W, error?: unknown): void {
    this.#busy.delete(wire);
    const isBroken = error !== undefined && isUnavailable(error);
    if (isBroken) this.#check.invalidate();
    const left = Math.min(idleMilliseconds, (this.#expiries.get(wire) ?? 0) - performance.now());
    if (isBroken || this.#isClosed || left <= 0 || this.#idle.size >= this.#idleLimit) wire.destroy();
    else this.#idle.set(wire, setTimeout(() => this.#drop(wire), left).unref());
    if (this.#isClosed && this.#busy.size === 0) this.#lastReleased.resolve();
  }

  #drop(wire: W): void {
    clearTimeout(this.#idle.get(wire));
    this.#idle.delete(wire);
    wire.destroy();
  }

  #rejectWaiting(reason: unknown): void {
    this.#places.rejectWaiting(reason);
    this.conflicts.rejectWaiting(reason);
  }
}

function closed(): WireError {
  return new WireError(new DatabaseRefusal("the session is closed", ""), "lost");
}

/** Rejects with a {@link DatabaseRefusal} if `attempt` rejects. */
export async function convertingErrors<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (error instanceof WireError) throw error.refusal;
    if (error instanceof DatabaseRefusal) throw error;
    throw new DatabaseRefusal(error instanceof Error ? error.message : String(error), "");
  }
}
