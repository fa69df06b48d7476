import { test } from "node:test";
import { expect } from "chai";
import { sharedAnswer } from "./shared-answer.ts";

/** What is asked, answered by hand, in order. */
function scene(isForAll = (_: unknown) => false) {
  const asked: PromiseWithResolvers<void>[] = [];
  const ask = sharedAnswer(() => {
    const answer = Promise.withResolvers<void>();
    asked.push(answer);
    return answer.promise;
  }, isForAll);
  return { asked, ask };
}

const said = (answer: Promise<void>) => answer.then(() => "yes", String);

test("whoever asks gets an answer that was asked for after it came, and all who wait share one", async () => {
  const { asked, ask } = scene();
  const first = said(ask());
  const others = [said(ask()), said(ask())];
  expect(asked).to.have.length(1);
  asked[0]?.resolve();
  expect(await first).to.equal("yes");
  await new Promise(setImmediate);
  expect(asked).to.have.length(2);
  const late = said(ask());
  asked[1]?.reject("no");
  expect(await Promise.all(others)).to.deep.equal(["no", "no"]);
  await new Promise(setImmediate);
  asked[2]?.resolve();
  expect(await late).to.equal("yes");
  void ask();
  expect(asked).to.have.length(4);
});

test("a failure that is for all is told to those who came meanwhile, and the next asks anew", async () => {
  const { asked, ask } = scene((error) => error === "nobody answers");
  const answers = [said(ask()), said(ask())];
  asked[0]?.reject("nobody answers");
  expect(await Promise.all(answers)).to.deep.equal(["nobody answers", "nobody answers"]);
  expect(asked).to.have.length(1);
  const next = said(ask());
  expect(asked).to.have.length(2);
  asked[1]?.resolve();
  expect(await next).to.equal("yes");
});
