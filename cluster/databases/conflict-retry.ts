import { Semaphore } from "./semaphore.ts";
import { WireError } from "./wire.ts";

/**
 * Maximum number of attempts of a transaction. The transactions of a session conflict at most
 * once, since they are exclusive afterwards. The other attempts are for conflicts with other
 * sessions, such as those of other clusters.
 */
export const maxAttempts = 5;
/** Time for which transactions are exclusive after a conflict, in milliseconds. */
const exclusiveMilliseconds = 1_000;

/** Retries transactions that the server rolled back because of a concurrent one. */
export class ConflictRetry {
  readonly #semaphore: Semaphore;
  #exclusiveUntil = Number.NEGATIVE_INFINITY;

  /** `maxWaitMilliseconds` limits the wait for an exclusive transaction. */
  constructor(maxWaitMilliseconds: number) {
    this.#semaphore = new Semaphore({ count: 1, maxWaitMilliseconds });
  }

  /** Calls `attempt` with 1, 2, … until it does not reject with a conflict. */
  async retry(attempt: (number: number) => Promise<void>): Promise<void> {
    for (let number = 1; ; number += 1) {
      try {
        return await attempt(number);
      } catch (error) {
        if (!isConflict(error) || number === maxAttempts) throw error;
        this.#exclusiveUntil = performance.now() + exclusiveMilliseconds;
      }
    }
  }

  /** Runs the part of a transaction that may conflict, exclusively after a recent conflict. */
  async exclusively<T>(task: () => Promise<T>): Promise<T> {
    if (performance.now() >= this.#exclusiveUntil) return task();
    await this.#semaphore.take();
    try {
      return await task();
    } finally {
      this.#semaphore.leave();
    }
  }

  /** Rejects all waiting callers with `reason`. */
  rejectWaiting(reason: unknown): void {
    this.#semaphore.rejectWaiting(reason);
  }
}

/**
 * True if the server rolled back a whole transaction because of a concurrent one: serialization
 * failure, deadlock, and PostgreSQL's concurrent changes of the rights on one object, which have no
 * code of their own: XX000 is any internal error (PostgreSQL, appendix A).
 */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof WireError) || error.refusal.isPartial) return false;
  const { sqlState, message } = error.refusal;
  if (sqlState === "XX000") return /^tuple concurrently (updated|deleted)$/.test(message);
  return sqlState === "40001" || sqlState === "40P01";
}
