import { test } from "node:test";
import { expect } from "chai";
import { failureLocation, type PlayedStep, quotedExchange } from "#harness/reports/performance.ts";
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

test("the judged exchange is the one that the failed step attached, even if an earlier step sent it", () => {
  expect(quotedExchange(broken({ judged: 1 }))).to.deep.equal({ exchange: asked(1), isJudged: true });
});

test("a step that judged no response has the last request before the failure, which is not marked as judged", () => {
  expect(quotedExchange(broken({}))).to.deep.equal({ exchange: asked(3), isJudged: false });
  expect(quotedExchange(broken({ exchanges: [] }))).to.deep.equal({ exchange: asked(2), isJudged: false });
});

test("a step that did not run because it is undefined judged nothing", () => {
  expect(quotedExchange(broken({ verdict: "undefined" }))).to.equal(undefined);
});

test("a passed scenario has no quoted exchange", () => {
  expect(quotedExchange(sampleScenario())).to.equal(undefined);
});

test("the location is the step's line, or the scenario's if a hook failed", () => {
  expect(failureLocation(broken({}))).to.equal("features/failover.feature:7");
  expect(failureLocation(broken({ line: null }))).to.equal("features/failover.feature:3");
});
