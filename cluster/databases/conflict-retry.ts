import { Semaphore } from "./semaphore.ts";
import { WireError } from "./wire.ts";

/** Maximum number of attempts to run a transaction that conflicts with others. */
export const maxAttempts = 5;
/** Milliseconds after a conflict for which {@link ConflictRetry.exclusively} runs new tasks one at a time. */
const exclusiveMilliseconds = 1_000;

/** Repeats transactions that the server rolled back because of a concurrent transaction. */
export class ConflictRetry {
  readonly #semaphore: Semaphore;
  #exclusiveUntil = Number.NEGATIVE_INFINITY;

  /** `maxWaitMilliseconds` limits the wait in {@link exclusively}. */
  constructor(maxWaitMilliseconds: number) {
    this.#semaphore = new Semaphore({ count: 1, maxWaitMilliseconds });
  }

  /**
   * Calls `attempt` with 1, and after a conflict again with 2, 3, …, at most {@link maxAttempts} times. Rejects with
   * the error of the last call.
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

  /** Runs `task`. Tasks that are passed within a second after a conflict run one at a time. */
  async exclusively<T>(task: () => Promise<T>): Promise<T> {
    if (performance.now() >= this.#exclusiveUntil) return task();
    await this.#semaphore.take();
    try {
      return await task();
    } finally {
      this.#semaphore.leave();
    }
  }

  /** Rejects waiting calls of {@link exclusively} with `reason`. */
  rejectWaiting(reason: unknown): void {
    this.#semaphore.rejectWaiting(reason);
  }
}

/**
 * Returns true for a serialization failure or a deadlock that undid the whole transaction (SQLSTATE 40001 or 40P01),
 * and for PostgreSQL's concurrent change of a catalogue row, which has the general code XX000 and is recognized by its
 * text.
 */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof WireError) || error.refusal.isPartial) return false;
  const { sqlState, message } = error.refusal;
  if (sqlState === "XX000") return /^tuple concurrently (updated|deleted)$/.test(message);
  return sqlState === "40001" || sqlState === "40P01";
}
