import { inBatches } from "#engine/core/concurrency/in-batches.ts";

/** Options of {@link askInBatches}. */
export type BatchOptions<Question, Answer> = Readonly<{
  ask: (questions: Readonly<[Question, ...Question[]]>) => Promise<Answer>;
  /** Maximum number of concurrent rounds, and of questions per round. */
  max: Readonly<{ rounds: number; questions: number }>;
  /** Returns true if a failure applies to all waiting rounds as well: no server answered. */
  isForAll: (error: unknown) => boolean;
}>;

/**
 * Batches questions. Questions asked in one turn of the event loop, or while all rounds are busy,
 * form a round, which starts after them. All questions of a round get its answer.
 */
export function askInBatches<Question, Answer>({
  ask,
  max,
  isForAll,
}: BatchOptions<Question, Answer>): (question: Question) => Promise<Answer> {
  return inBatches({ run: ask, maxRunning: max.rounds, maxSize: max.questions, isForAll, defer: setImmediate });
}
