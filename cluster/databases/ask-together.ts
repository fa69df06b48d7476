/** At least one question, those that wait for one answer. */
type Questions<Question> = [Question, ...Question[]];

type Round<Question, Answer> = Readonly<{ questions: Questions<Question>; answer: PromiseWithResolvers<Answer> }>;

/** How {@link askTogether} asks. */
export type Asking<Question, Answer> = Readonly<{
  ask: (questions: Readonly<Questions<Question>>) => Promise<Answer>;
  /** How many rounds go on at a time, and how many questions one has at most. */
  most: Readonly<{ rounds: number; questions: number }>;
  /** Whether a failure fails those that wait for a later round, too: no server answered, and waiting longer would tell them the same. */
  isForAll: (error: unknown) => boolean;
}>;

/**
 * Asks what is asked in one turn of the event loop, or while all rounds go on, in one more round: each question is asked after its call. All of a
 * round get the round's answer.
 */
export function askTogether<Question, Answer>({
  ask,
  most,
  isForAll,
}: Asking<Question, Answer>): (question: Question) => Promise<Answer> {
  const waiting: Round<Question, Answer>[] = [];
  let asking = 0;
  let isBeginning = false;

  function begin(): void {
    isBeginning = false;
    while (asking < most.rounds && waiting.length > 0) void go();
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
    if (round && round.questions.length < most.questions) {
      round.questions.push(question);
    } else {
      round = { questions: [question], answer: Promise.withResolvers() };
      waiting.push(round);
    }
    if (asking < most.rounds && !isBeginning) {
      isBeginning = true;
      setImmediate(begin);
    }
    return round.answer.promise;
  };
}
