import { inBatches } from "#engine/core/concurrency/in-batches.ts";

export type BatchOptions<Question, Answer> = Readonly<{
  ask: (questions: Readonly<[Question, ...Question[]]>) => Promise<Answer>;
  /** Maximum number of concurrent rounds, and of questions per round. */
  max: Readonly<{ rounds: number; questions: number }>;
  /**
   * Returns true if a failed round makes all waiting rounds fail with the same error, because the server does not
   * respond.
   */
  isForAll: (error: unknown) => boolean;
}>;

/**
 * Combines questions to a server into rounds. A round contains the questions that are asked in one turn of the event
 * loop, or while the maximum number of rounds is running. All questions of a round get the same answer.
 */
export function askInBatches<Question, Answer>({
  ask,
  max,
  isForAll,
}: BatchOptions<Question, Answer>): (question: Question) => Promise<Answer> {
  return inBatches({ run: ask, maxRunning: max.rounds, maxSize: max.questions, isForAll, defer: setImmediate });
}
