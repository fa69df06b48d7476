/** Questions that are answered together. */
type Questions<Question> = [Question, ...Question[]];

type Round<Question, Answer> = Readonly<{ questions: Questions<Question>; answer: PromiseWithResolvers<Answer> }>;

/** Options of {@link askInBatches}. */
export type BatchOptions<Question, Answer> = Readonly<{
  ask: (questions: Readonly<Questions<Question>>) => Promise<Answer>;
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
  const waiting: Round<Question, Answer>[] = [];
  let asking = 0;
  let isBeginning = false;

  function begin(): void {
    isBeginning = false;
    while (asking < max.rounds && waiting.length > 0) void go();
  }

  async function go(): Promise<void> {
    asking += 1;
    for (let round = waiting.shift(); round; round = waiting.shift()) {
      try {
        round.answer.resolve(await ask(round.questions));
      } catch (error) {
        round.answer.reject(error);
        if (isForAll(error)) for (const other of waiting.splice(0)) other.answer.reject(error);
      }
    }
    asking -= 1;
  }

  return (question) => {
    let round = waiting.at(-1);
    if (round && round.questions.length < max.questions) {
      round.questions.push(question);
    } else {
      round = { questions: [question], answer: Promise.withResolvers() };
      waiting.push(round);
    }
    if (asking < max.rounds && !isBeginning) {
      isBeginning = true;
      setImmediate(begin);
    }
    return round.answer.promise;
  };
}
