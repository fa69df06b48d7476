import { Semaphore } from "./semaphore.ts";
import { WireError } from "./wire.ts";

/**
 * Maximum number of attempts of a transaction. After a conflict, the transactions of a session run one at a time for a
 * while; most further attempts are for conflicts with other sessions, such as those of other clusters.
 */
export const maxAttempts = 5;
/** Milliseconds after a conflict for which the transactions of a session run one at a time. */
const exclusiveMilliseconds = 1_000;

/** Repeats transactions that the server rolled back because of a concurrent transaction. */
export class ConflictRetry {
  readonly #semaphore: Semaphore;
  #exclusiveUntil = Number.NEGATIVE_INFINITY;

  /** `maxWaitMilliseconds` limits the wait for other transactions while they run one at a time. */
  constructor(maxWaitMilliseconds: number) {
    this.#semaphore = new Semaphore({ count: 1, maxWaitMilliseconds });
  }

  /**
   * Calls `attempt` with 1, 2, … until it resolves or rejects for another reason than a conflict, at most {@link
   * maxAttempts} times.
   */
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

  /** Runs the part of a transaction that may conflict. For some time after a conflict, such parts run one at a time. */
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
 * Returns true if the server rolled back a whole transaction because of a concurrent one: serialization failure,
 * deadlock, or, on PostgreSQL, concurrent changes of the rights on one object. The last has only the code XX000, which
 * stands for any internal error, so its text is checked too (PostgreSQL, appendix A).
 */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof WireError) || error.refusal.isPartial) return false;
  const { sqlState, message } = error.refusal;
  if (sqlState === "XX000") return /^tuple concurrently (updated|deleted)$/.test(message);
  return sqlState === "40001" || sqlState === "40P01";
}
