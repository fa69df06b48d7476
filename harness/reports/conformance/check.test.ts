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

  test("accepts a cause that does not apply to the release of the target", () => {
    const problems = problemsAfter((report) => (report.verdicts["REPL-DATA-01"].because = "CLOUD-CERT-08"));
    expect(problems).to.deep.equal([]);
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
    ["wrong counts", (report) => (report.counts.held += 1), /^counts\.held: is \d+, but the verdicts make it \d+$/],
    [
      "wrong counts beyond",
      (report) => (report.beyond.counts.broken = 1),
      /^beyond\.counts\.broken: is 1, but the verdicts make it 0$/,
    ],
    [
      "a wrong result",
      (report) => (report.profiles.database.result = "conformant"),
      /^profiles\.database\.result: is "conformant", but the verdicts make it "failed"$/,
    ],
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
      /^verdicts\.DB-ROLE-02\.verdict: is held, but its scenarios and members make it not played$/,
    ],
    [
      "a held id with a failed scenario",
      (report) => (report.verdicts["DB-ROLE-02"].proofs[0].verdict = "broken"),
      /\.verdict: is held, but its scenarios and members make it broken$/,
    ],
    [
      "a failure counted as expected",
      (report) => (report.played.scenarios.failedAsExpected = 1),
      /failedAsExpected: is 1, but the differences make it 0$/,
    ],
    ["a hidden failure", (report) => (report.played.scenarios.failed = 0), /^played\.scenarios\.failed: is 0, but/],
    [
      "a held id with a broken member",
      (report) =>
        report.verdicts["DB-ROLE-02"].members.push({
          ...{ name: "list", meaning: "m", verdict: "not judged", scenarios: [], reason: "r" },
        }),
      /make it not judged$/,
    ],
    [
      "a verdict that is not played although a scenario passed",
      (report) => (report.verdicts["REPL-DATA-01"].proofs[0].verdict = "held"),
      /^verdicts\.REPL-DATA-01\.verdict: is not played, but .* make it held$/,
    ],
    [
      "a verdict without its reason",
      (report) => (report.verdicts["REPL-DATA-01"].reason = null),
      /^verdicts\.REPL-DATA-01\.reason: must be given/,
    ],
    [
      "a reason of a held id",
      (report) => (report.verdicts["DB-ROLE-02"].reason = "luck"),
      /^verdicts\.DB-ROLE-02\.reason: must be null/,
    ],
    [
      "a cause that is not broken",
      (report) => (report.verdicts["REPL-DATA-01"].because = "DB-ROLE-02"),
      /because: "DB-ROLE-02" is not broken$/,
    ],
    [
      "an unknown id of a difference",
      (report) => report.differences[0].requirements.push("DB-ROLE-99"),
      /^differences\.0\.requirements: "DB-ROLE-99" is neither/,
    ],
    [
      "an expected failure without a document",
      (report) => (report.differences[0].expected = ""),
      /^differences\.0\.expected: must not be empty$/,
    ],
    [
      "an unmet expectation without a document",
      (report) => report.unmet.push({ of: "DB-ROLE-02", fails: "*", document: "" }),
      /^unmet\.0\.document: must not be empty$/,
    ],
    ["held ids of a run without scenarios", (report) => (report.played.scenarios.passed = 0), /passed: is 0/],
    [
      "an invented feature of a profile",
      (report) => (report.profiles.core.features.magic = structuredClone(report.profiles.core)),
      /^profiles\.core\.features\.magic: has no requirement/,
    ],
    ["a missing feature", (report) => delete report.profiles.replication.features.time, /features\.time: is missing$/],
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

  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  for (const text of ["", "{", "null", "[]", "7", '"report"', "\ufeff{}", "{\n\n\n,}", '{"suite":\n"a\nb"}', deep]) {
    test(`reports problems of ${JSON.stringify(text.slice(0, 20))}, one a line`, () => {
      const { problems } = checkReport(text);
      expect(problems).to.have.length.within(1, 20);
      for (const problem of problems) expect(problem).to.match(/^.{1,300}$/);
    });
  }
});
