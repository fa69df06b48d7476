import { suite, test } from "node:test";
import { expect } from "chai";
import { checkReport } from "./check.ts";
import { sampleReport } from "./report.suite.ts";

type Change = (report: ReturnType<typeof copy>) => void;

// Tests change any field, also to invalid values.
// biome-ignore lint/suspicious/noExplicitAny: the fields of a report are readonly.
const copy = (): any => structuredClone(sampleReport({ "DB-ROLE-01": "broken", "REPL-DATA-01": "not played" }));

function problemsAfter(change: Change): readonly string[] {
  const report = copy();
  change(report);
  return checkReport(JSON.stringify(report)).problems;
}

suite("the check of a report", () => {
  test("accepts a valid report, and one with all requirements held", () => {
    expect(problemsAfter(() => {})).to.deep.equal([]);
    expect(checkReport(JSON.stringify(sampleReport()))).to.have.property("report");
  });

  const changes: readonly (readonly [string, Change, RegExp])[] = [
    ["a missing field", (report) => delete report.run, /^run: /],
    [
      "an unknown verdict",
      (report) => (report.verdicts["DB-ROLE-01"].verdict = "good"),
      /^verdicts\.DB-ROLE-01\.verdict: /,
    ],
    ["a negative count", (report) => (report.counts.held = -1), /^counts\.held: /],
    ["an unknown profile", (report) => (report.profiles.extra = report.profiles.core), /^profiles/],
    ["an unknown suite", (report) => (report.suite = "99.0"), /^suite: "99.0" is unknown; this release has /],
    ["a suite that is a path", (report) => (report.suite = "../suite"), /^suite: "\.\.\/suite" is unknown/],
    ["wrong counts", (report) => (report.counts.held += 1), /^counts: must be the numbers of verdicts$/],
    ["wrong counts beyond", (report) => (report.beyond.counts.broken = 1), /^beyond\.counts: must be/],
    ["a wrong result", (report) => (report.profiles.database.result = "conformant"), /^profiles: must be the results/],
    ["a missing requirement", (report) => delete report.verdicts["DB-ROLE-02"], /^verdicts\.DB-ROLE-02: is missing$/],
    [
      "an additional requirement",
      (report) => (report.verdicts["DB-ROLE-99"] = report.verdicts["DB-ROLE-02"]),
      /^verdicts\.DB-ROLE-99: is no requirement of suite/,
    ],
    [
      "a broken id without a difference",
      (report) => (report.differences[0].requirements = []),
      /^verdicts\.DB-ROLE-01: is broken, and/,
    ],
    [
      "a held id without a scenario",
      (report) => (report.verdicts["DB-ROLE-02"].proofs = []),
      /is held without a scenario$/,
    ],
    [
      "a held id with a failed scenario",
      (report) => (report.verdicts["DB-ROLE-02"].proofs[0].verdict = "broken"),
      /is held, and a scenario or member of it is not$/,
    ],
    [
      "a failure counted as expected",
      (report) => (report.played.scenarios.failedAsExpected = 1),
      /failedAsExpected: must be/,
    ],
    ["a hidden failure", (report) => (report.played.scenarios.failed = 0), /^played\.scenarios\.failed: must be/],
  ];
  for (const [name, change, problem] of changes) {
    test(`reports ${name}`, () => {
      const problems = problemsAfter(change);
      expect(
        problems.some((one) => problem.test(one)),
        problems.join("\n"),
      ).to.equal(true);
    });
  }

  for (const text of ["", "{", "null", "[]", "7", '"report"']) {
    test(`reports a problem of ${JSON.stringify(text)}`, () => {
      expect(checkReport(text).problems).to.have.length.of.at.least(1);
    });
  }
});
