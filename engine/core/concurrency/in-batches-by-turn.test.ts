import { suite, test } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect } from "chai";
import { inBatches } from "./in-batches.ts";

function asking(max: Readonly<{ maxRunning: number; maxSize: number }>) {
  const asked: (readonly string[])[] = [];
  const answers: PromiseWithResolvers<string>[] = [];
  const ask = inBatches({
    ...max,
    defer: setImmediate,
    async run(questions: readonly string[]) {
      asked.push(questions);
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  return { asked, answers, ask };
}

suite("in batches by turn of the event loop", () => {
  test("the number of concurrent batches and the size of each are limited", async () => {
    const { asked, answers, ask } = asking({ maxRunning: 2, maxSize: 2 });
    const all = ["a", "b", "c", "d", "e", "f", "g"].map(ask);
    await nextTurn();
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
    const { asked, answers, ask } = asking({ maxRunning: 4, maxSize: 10 });
    const all = [ask("a"), Promise.resolve().then(() => ask("b"))];
    await nextTurn();
    expect(asked).to.deep.equal([["a", "b"]]);
    answers[0]?.resolve("");
    await Promise.all(all);
  });
});
