import { test } from "node:test";
import { expect } from "chai";
import { coverageOf } from "#harness/reports/coverage.ts";
import type { PlayedScenario, PlayedStep } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { samplePerformance, sampleScenario, sampleStep } from "#harness/reports/sample-performance.suite.ts";

const requirements = readRequirements();
const passed = sampleScenario();
const failed = failing(sampleStep({ verdict: "failed" }));
const unplayed = sampleScenario({ name: "Time flies", verdict: "not played", reason: "time cannot be moved" });

function failing(...steps: readonly PlayedStep[]): PlayedScenario {
  return sampleScenario({ name: "All is lost", verdict: "failed", tags: ["@DB-ROLE-01", "@DB-ROLE-02"], steps });
}

function coverageOn(...scenarios: readonly PlayedScenario[]) {
  return coverageOf(samplePerformance(...scenarios), requirements);
}

function verdictOn(...scenarios: readonly PlayedScenario[]) {
  return coverageOn(...scenarios).get("DB-ROLE-01");
}

/** What is known of the two requirements that a failing scenario with these steps carries. */
function verdictsOn(...steps: readonly PlayedStep[]) {
  const coverage = coverageOn(failing(...steps));
  return ["DB-ROLE-01", "DB-ROLE-02"].map((id) => coverage.get(id)?.verdict);
}

test("held: every scenario that carries it was played and passed", () => {
  const proof = { scenario: "Failover › Nothing is lost", verdict: "held", sentences: [], reason: null };
  expect(verdictOn(passed)).to.deep.equal({ verdict: "held", proofs: [proof], reason: null });
});

test("broken: one of them failed, whatever the others did", () => {
  expect(verdictOn(passed, unplayed, failed)?.verdict).to.equal("broken");
});

test("broken is only what the sentence that failed proves; what comes after it is not judged, what came before it is held", () => {
  const first = sampleStep({ proves: ["DB-ROLE-01"] });
  const second = sampleStep({ keyword: "Then", text: "all is well", proves: ["DB-ROLE-02"] });
  expect(verdictsOn({ ...first, verdict: "failed" }, { ...second, verdict: "skipped" })).to.deep.equal([
    "broken",
    "not judged",
  ]);
  expect(verdictsOn(first, { ...second, verdict: "failed" })).to.deep.equal(["held", "broken"]);
});

test("an id that no remark names is proved by the sentences without one", () => {
  const remarked = sampleStep({ proves: ["DB-ROLE-01"] });
  expect(verdictsOn({ ...remarked, verdict: "failed" }, sampleStep({ verdict: "skipped" }))).to.deep.equal([
    "broken",
    "not judged",
  ]);
  expect(verdictsOn(remarked, sampleStep({ verdict: "failed" }))).to.deep.equal(["held", "broken"]);
});

test("not judged: set-up failed, which claims nothing", () => {
  const given = sampleStep({ keyword: "Given", text: "the table", isSetUp: true, verdict: "failed" });
  const coverage = verdictOn(failing(given, sampleStep({ verdict: "skipped" })));
  expect(coverage).to.include({ verdict: "not judged", reason: 'set-up failed at "Given the table"' });
});

test("not judged: a hook failed, or a sentence without a step", () => {
  const hook = sampleStep({ keyword: "After", text: "", line: null, verdict: "failed" });
  expect(verdictsOn(sampleStep(), hook)).to.deep.equal(["not judged", "not judged"]);
  expect(verdictsOn(sampleStep({ verdict: "undefined" }))).to.deep.equal(["not judged", "not judged"]);
});

test("not judged by one and held by others is not judged; broken by another is broken", () => {
  const open = failing(sampleStep({ isSetUp: true, verdict: "failed" }));
  expect(verdictOn(passed, open)?.verdict).to.equal("not judged");
  expect(verdictOn(open, failed)?.verdict).to.equal("broken");
});

test("it is told which sentences of a scenario prove a requirement", () => {
  const then = sampleStep({ keyword: "Then", text: "all is well", proves: ["DB-ROLE-01"] });
  const { proofs } = verdictOn(sampleScenario({ steps: [sampleStep(), then] })) ?? {};
  expect(proofs?.map(({ sentences }) => sentences)).to.deep.equal([["Then all is well"]]);
});

test("not played: one of them was not, for its reason, although others passed", () => {
  expect(verdictOn(passed, unplayed)).to.include({ verdict: "not played", reason: "time cannot be moved" });
});

test("not played: no scenario carries it", () => {
  expect(verdictOn()).to.deep.equal({ verdict: "not played", proofs: [], reason: "no scenario carries it yet" });
});

test("not played: its scenario was left out of this run", () => {
  const performance = { ...samplePerformance(), tagsLeftOut: new Set(["@DB-ROLE-01"]) };
  expect(coverageOf(performance, requirements).get("DB-ROLE-01")?.reason).to.equal(
    "its scenario was not chosen for this run",
  );
});

test("every requirement has a verdict", () => {
  expect([...coverageOn(passed).keys()]).to.deep.equal([...requirements.keys()]);
});
