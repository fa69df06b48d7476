import { test } from "node:test";
import { expect } from "chai";
import { sampleScenario } from "#harness/reports/sample-performance.suite.ts";
import { closingLines, countScenarios } from "#harness/reports/scenario-counts.ts";

test("reasons are counted separately, and the machine-readable line is last", () => {
  const unplayed = (reason: string) => sampleScenario({ verdict: "not played", reason });
  const scenarios = [unplayed("it rains"), sampleScenario(), unplayed("it snows"), unplayed("it rains")];
  expect(closingLines(countScenarios([...scenarios, sampleScenario({ verdict: "failed" })]))).to.deep.equal([
    "2 not played: it rains",
    "1 not played: it snows",
    "1 passed, 1 failed",
  ]);
  const failures = [sampleScenario({ verdict: "failed" }), sampleScenario({ verdict: "failed" })];
  expect(closingLines(countScenarios(failures), 1)).to.deep.equal(["0 passed, 1 failed, 1 failed as expected"]);
});
