import { test } from "node:test";
import { expect } from "chai";
import { coverageOf } from "#harness/reports/coverage.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { samplePerformance, sampleScenario } from "#harness/reports/sample-performance.suite.ts";

const requirements = readRequirements();
const passed = sampleScenario();
const failed = sampleScenario({ name: "All is lost", verdict: "failed" });
const unplayed = sampleScenario({ name: "Time flies", verdict: "not played", reason: "time cannot be moved" });

function verdictOn(...scenarios: readonly PlayedScenario[]) {
  return coverageOf(samplePerformance(...scenarios), requirements).get("DB-ROLE-01");
}

test("held: every scenario that carries it was played and passed", () => {
  expect(verdictOn(passed)).to.deep.equal({ verdict: "held", scenarios: ["Failover › Nothing is lost"], reason: null });
});

test("broken: one of them failed, whatever the others did", () => {
  expect(verdictOn(passed, unplayed, failed)?.verdict).to.equal("broken");
});

test("not played: one of them was not, for its reason, although others passed", () => {
  expect(verdictOn(passed, unplayed)).to.include({ verdict: "not played", reason: "time cannot be moved" });
});

test("not played: no scenario carries it", () => {
  expect(verdictOn()).to.deep.equal({ verdict: "not played", scenarios: [], reason: "no scenario carries it yet" });
});

test("not played: its scenario was left out of this run", () => {
  const performance = { ...samplePerformance(), tagsLeftOut: new Set(["@DB-ROLE-01"]) };
  expect(coverageOf(performance, requirements).get("DB-ROLE-01")?.reason).to.equal(
    "its scenario was not chosen for this run",
  );
});

test("every requirement has a verdict", () => {
  expect([...coverageOf(samplePerformance(passed), requirements).keys()]).to.deep.equal([...requirements.keys()]);
});
