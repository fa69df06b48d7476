import { Places } from "./places.ts";

/** So long after a transaction was undone because of another, they take turns: what got in each other's way once does so again. */
const crowdedMilliseconds = 1_000;
/** How often a transaction is done again that was undone: in turns among ourselves, only others can be in its way. */
const attemptsMost = 5;

/** Does transactions, those again that were undone because of others. */
export type Crowd = Readonly<{
  /** Does `transaction`, which has no effect when it rejects with what `isUndone` tells. */
  run<T>(transaction: () => Promise<T>): Promise<T>;
  /** Refuses all who wait for their turn, with `reason`. */
  turnAway(reason: unknown): void;
}>;

/** Transactions go side by side, and one after another for a while when the server undid one because of another. */
export function inTurnsWhenCrowded(options: {
  isUndone: (error: unknown) => boolean;
  patienceMilliseconds: number;
}): Crowd {
  const { isUndone, patienceMilliseconds } = options;
  const turn = new Places({ count: 1, patienceMilliseconds });
  let crowdedUntil = Number.NEGATIVE_INFINITY;

  async function inTurn<T>(transaction: () => Promise<T>): Promise<T> {
    await turn.take();
    try {
      return await transaction();
    } finally {
      turn.leave();
    }
  }

  return {
    async run(transaction) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await (performance.now() < crowdedUntil ? inTurn(transaction) : transaction());
        } catch (error) {
          if (!isUndone(error) || attempt === attemptsMost) throw error;
          crowdedUntil = performance.now() + crowdedMilliseconds;
        }
      }
    },
    turnAway: (reason) => turn.turnAway(reason),
  };
}
