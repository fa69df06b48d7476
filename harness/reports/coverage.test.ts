import { suite, test } from "node:test";
import { expect } from "chai";
import { coverageOf } from "#harness/reports/coverage.ts";
import type { PlayedScenario, PlayedStep } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { samplePerformance, sampleScenario, sampleStep } from "#harness/reports/sample-performance.suite.ts";

const requirements = new Map([...readRequirements()].map(([id, known]) => [id, { ...known, members: [] }]));
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

function verdictsOn(...steps: readonly PlayedStep[]) {
  const coverage = coverageOn(failing(...steps));
  return ["DB-ROLE-01", "DB-ROLE-02"].map((id) => coverage.get(id)?.verdict);
}

test("held: every scenario with its tag was run and passed", () => {
  const proof = { scenario: "Failover › Nothing is lost", verdict: "held", reason: null };
  expect(verdictOn(passed)).to.deep.equal({ verdict: "held", proofs: [proof], reason: null, members: [] });
});

test("broken: one of the scenarios failed, whatever the others did", () => {
  expect(verdictOn(passed, unplayed, failed)?.verdict).to.equal("broken");
});

test("a failed step that is no set-up breaks all requirements of its scenario, and passed ones before it save none", () => {
  const then = sampleStep({ keyword: "Then", text: "all is well" });
  expect(verdictsOn({ ...sampleStep(), verdict: "failed" }, { ...then, verdict: "skipped" })).to.deep.equal([
    "broken",
    "broken",
  ]);
  expect(verdictsOn(sampleStep(), { ...then, verdict: "failed" })).to.deep.equal(["broken", "broken"]);
});

test("not judged: set-up failed, which claims nothing", () => {
  const given = sampleStep({ keyword: "Given", text: "the table", isSetUp: true, verdict: "failed" });
  const coverage = verdictOn(failing(given, sampleStep({ verdict: "skipped" })));
  expect(coverage).to.include({ verdict: "not judged", reason: 'set-up failed at "Given the table"' });
});

test("not judged: a hook failed, or a sentence without a step definition", () => {
  const hook = sampleStep({ keyword: "After", text: "", line: null, verdict: "failed" });
  expect(verdictsOn(sampleStep(), hook)).to.deep.equal(["not judged", "not judged"]);
  expect(verdictsOn(sampleStep({ verdict: "undefined" }))).to.deep.equal(["not judged", "not judged"]);
});

test("a requirement that one scenario holds and another does not judge is not judged; broken by any scenario is broken", () => {
  const open = failing(sampleStep({ isSetUp: true, verdict: "failed" }));
  expect(verdictOn(passed, open)?.verdict).to.equal("not judged");
  expect(verdictOn(open, failed)?.verdict).to.equal("broken");
});

test("not played: one of the scenarios was not played, although others passed", () => {
  expect(verdictOn(passed, unplayed)).to.include({ verdict: "not played", reason: "time cannot be moved" });
});

test("not played: no scenario has its tag", () => {
  expect(verdictOn()).to.deep.equal({
    verdict: "not played",
    proofs: [],
    reason: "no scenario carries it yet",
    members: [],
  });
});

test("not played: its scenario was excluded from this run", () => {
  const performance = { ...samplePerformance(), tagsLeftOut: new Set(["@DB-ROLE-01"]) };
  expect(coverageOf(performance, requirements).get("DB-ROLE-01")?.reason).to.equal(
    "its scenario was not chosen for this run",
  );
});

test("every requirement has a verdict", () => {
  expect([...coverageOn(passed).keys()]).to.deep.equal([...requirements.keys()]);
});

suite("members of a requirement", () => {
  const members = ["create", "update"].map((name) => ({ name, meaning: `${name} it` }));
  const [role] = [...requirements.values()].filter(({ id }) => id === "DB-ROLE-01");
  if (!role) throw new Error("DB-ROLE-01 is gone");
  const scenario = (member: string, more: Partial<PlayedScenario> = {}) =>
    sampleScenario({ name: member, tags: ["@DB-ROLE-01", `@DB-ROLE-01:${member}`], ...more });
  const judged = (scenarios: readonly PlayedScenario[], tagsLeftOut: readonly string[] = []) =>
    coverageOf(
      { ...samplePerformance(...scenarios), tagsLeftOut: new Set(tagsLeftOut) },
      new Map([["DB-ROLE-01", { ...role, members }]]),
    ).get("DB-ROLE-01");

  test("held: each member has a scenario that holds", () => {
    expect(judged([scenario("create"), scenario("update")])).to.deep.include({
      verdict: "held",
      members: [
        ["create", "Failover › create"],
        ["update", "Failover › update"],
      ].map(([name, proof]) => ({ name, meaning: `${name} it`, verdict: "held", scenarios: [proof], reason: null })),
    });
  });

  test("not played: a member has no scenario, or none in this run", () => {
    const open = { verdict: "not played", reason: "update: no scenario carries it yet" };
    expect(judged([scenario("create"), passed])).to.deep.include(open);
    expect(judged([scenario("create")], ["@DB-ROLE-01:update"])).to.deep.include({
      ...open,
      reason: "update: its scenario was not chosen for this run",
    });
  });

  test("broken: the scenario of one member fails, which leaves the other one held", () => {
    const steps = [sampleStep({ verdict: "failed" })];
    const coverage = judged([scenario("create"), scenario("update", { verdict: "failed", steps })]);
    expect(coverage?.verdict).to.equal("broken");
    expect(coverage?.members.map(({ verdict }) => verdict)).to.deep.equal(["held", "broken"]);
  });
});
