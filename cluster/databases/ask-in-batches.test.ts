import { suite, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { askInBatches } from "./ask-in-batches.ts";

/** Returns a function that asks questions in rounds, the rounds, and the promises that answer them. */
function asking(max: Readonly<{ rounds: number; questions: number }>) {
  const asked: (readonly string[])[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const ask = askInBatches({
    max,
    isForAll: () => false,
    async ask(questions: readonly string[]) {
      asked.push(questions);
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  return { asked, answers, ask };
}

suite("asking together", () => {
  test("the number of concurrent rounds and of questions per round is limited", async () => {
    const { asked, answers, ask } = asking({ rounds: 2, questions: 2 });
    const all = ["a", "b", "c", "d", "e", "f", "g"].map(ask);
    await setImmediate();
    expect(asked).to.deep.equal([
      ["a", "b"],
      ["c", "d"],
    ]);
    answers[1]?.resolve("");
    await all[3];
    expect(asked.slice(2)).to.deep.equal([["e", "f"]]);
    for (const answer of answers) answer.resolve("");
    await all[5];
    expect(asked.slice(3)).to.deep.equal([["g"]]);
    answers[3]?.resolve("");
    await Promise.all(all);
  });

  test("questions of one turn of the event loop go together", async () => {
    const { asked, answers, ask } = asking({ rounds: 4, questions: 10 });
    const all = [ask("a"), Promise.resolve().then(() => ask("b"))];
    await setImmediate();
    expect(asked).to.deep.equal([["a", "b"]]);
    answers[0]?.resolve("");
    await Promise.all(all);
  });
});
