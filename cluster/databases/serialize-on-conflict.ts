import { Semaphore } from "./semaphore.ts";

/** So long after a transaction was undone because of another, transactions run one after another: what got in each other's way once does so again. */
const crowdedMilliseconds = 1_000;
/** How often a transaction that was undone is retried: ours run one after another then, so only others can conflict. */
const maxAttempts = 5;

/** Does what conflicts in a transaction: at once, or in its turn while there are conflicts. */
export type RunExclusively = <T>(task: () => Promise<T>) => Promise<T>;

/** Does transactions, those again that were undone because of others. */
export type ConflictSerializer = Readonly<{
  /**
   * Does `transaction`, which has no effect when it rejects with what `isUndone` tells. Only what it does `runExclusively` is done alone: the rest, such as
   * its begin, keeps no other waiting.
   */
  run<T>(transaction: (runExclusively: RunExclusively) => Promise<T>): Promise<T>;
  /** Rejects all that wait, with `reason`. */
  rejectWaiting(reason: unknown): void;
}>;

/** Transactions go side by side, and one after another for a while when the server undid one because of another. */
export function serializeOnConflict(options: {
  isUndone: (error: unknown) => boolean;
  patienceMilliseconds: number;
}): ConflictSerializer {
  const { isUndone, patienceMilliseconds } = options;
  const semaphore = new Semaphore({ count: 1, patienceMilliseconds });
  let crowdedUntil = Number.NEGATIVE_INFINITY;

  async function runExclusively<T>(task: () => Promise<T>): Promise<T> {
    if (performance.now() >= crowdedUntil) return task();
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
          crowdedUntil = performance.now() + crowdedMilliseconds;
        }
      }
    },
    rejectWaiting: (reason) => semaphore.rejectWaiting(reason),
  };
}
