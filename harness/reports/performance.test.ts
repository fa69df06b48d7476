import { test } from "node:test";
import { expect } from "chai";
import { brokenPlace, judgedExchange, type PlayedStep } from "#harness/reports/performance.ts";
import { sampleExchange, sampleScenario } from "#harness/reports/sample-performance.suite.ts";

const asked = (number: number) => sampleExchange({ number, path: `asked/${number}` });
const step = (changes: Partial<PlayedStep>): PlayedStep => ({
  ...{ keyword: "When", text: "x", line: 5, verdict: "passed", milliseconds: 1, exchanges: [] },
  ...changes,
});
const broken = (judged: Partial<PlayedStep>) =>
  sampleScenario({
    verdict: "failed",
    steps: [
      step({ exchanges: [asked(1), asked(2)] }),
      step({ verdict: "failed", line: 7, exchanges: [asked(3)], ...judged }),
      step({ keyword: "After", line: null, exchanges: [asked(4)] }),
    ],
  });

test("what was judged is what the broken step says, also when it was asked in an earlier step", () => {
  expect(judgedExchange(broken({ judged: 1 }))?.path).to.equal("asked/1");
});

test("a step that does not say, as one that ran out of time, judged the last before it broke", () => {
  expect(judgedExchange(broken({}))?.path).to.equal("asked/3");
  expect(judgedExchange(broken({ exchanges: [] }))?.path).to.equal("asked/2");
});

test("a scenario that passed judged nothing wrong", () => {
  expect(judgedExchange(sampleScenario())).to.equal(undefined);
});

test("the place is the step's own line, and the scenario's when a hook broke", () => {
  expect(brokenPlace(broken({}))).to.equal("features/failover.feature:7");
  expect(brokenPlace(broken({ line: null }))).to.equal("features/failover.feature:3");
});
