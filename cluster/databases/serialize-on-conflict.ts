import { Semaphore } from "./semaphore.ts";

/** Time for which transactions are exclusive after a conflict, in milliseconds. */
const exclusiveMilliseconds = 1_000;
/** Maximum number of attempts of a transaction. Retries only conflict with other programs. */
const maxAttempts = 5;

/** Runs the conflicting part of a transaction: at once, or exclusively after a recent conflict. */
export type RunExclusively = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs transactions and retries those that were rolled back because of a conflict. */
export type ConflictSerializer = Readonly<{
  /**
   * Runs `transaction`, which must have no effect if it rejects with an error accepted by
   * `isUndone`. Only the part passed to `runExclusively` is exclusive; the rest, such as the begin,
   * runs concurrently.
   */
  run<T>(transaction: (runExclusively: RunExclusively) => Promise<T>): Promise<T>;
  /** Rejects all waiting callers with `reason`. */
  rejectWaiting(reason: unknown): void;
}>;

/** Creates a runner of transactions, which is exclusive for a while after a conflict. */
export function serializeOnConflict(options: {
  isUndone: (error: unknown) => boolean;
  maxWaitMilliseconds: number;
}): ConflictSerializer {
  const { isUndone, maxWaitMilliseconds } = options;
  const semaphore = new Semaphore({ count: 1, maxWaitMilliseconds });
  let exclusiveUntil = Number.NEGATIVE_INFINITY;

  async function runExclusively<T>(task: () => Promise<T>): Promise<T> {
    if (performance.now() >= exclusiveUntil) return task();
    await semaphore.take();
    try {
      return await task();
    } finally {
      semaphore.leave();
    }
  }

  return {
    async run(transaction) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await transaction(runExclusively);
        } catch (error) {
          if (!isUndone(error) || attempt === maxAttempts) throw error;
          exclusiveUntil = performance.now() + exclusiveMilliseconds;
        }
      }
    },
    rejectWaiting: (reason) => semaphore.rejectWaiting(reason),
  };
}
