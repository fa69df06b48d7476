import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { featurePaths } from "#harness/cli/feature-paths.ts";
import { survey } from "#harness/cli/survey.ts";
import { packageRoot } from "#harness/program/package-root.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-survey-"));
after(() => rmSync(directory, { recursive: true }));

function feature(text: string): readonly string[] {
  const file = join(directory, "f.feature");
  writeFileSync(file, text);
  return [file];
}

test("every feature of the package is valid, and its tags name existing requirements and capabilities", async () => {
  const { scenarios, faults } = await survey(featurePaths([], { directory: packageRoot, packageRoot }), "");
  expect(faults).to.deep.equal([]);
  expect(scenarios).to.be.greaterThan(0);
});

test("unknown tags are found in every position where tags are allowed", async () => {
  const { faults } = await survey(
    feature(`@DB-A-91
Feature: F
  @DB-A-92
  Rule: R
    @DB-A-93 @DB-ROLE-01
    Scenario Outline: S
      Given <x>
      @DB-A-94 @needs-magic
      Examples:
        | x |
        | 1 |
  `),
    "",
  );
  const places = faults.map((fault) => /:(\d+): (@\S+)/.exec(fault)?.slice(1).join(" "));
  expect(places).to.have.members(["1 @DB-A-91", "3 @DB-A-92", "5 @DB-A-93", "8 @DB-A-94", "8 @needs-magic"]);
});

test("a syntax error is reported with its line", async () => {
  const { faults } = await survey(feature("Feature: F\n  Scenario: S\n    Given y\n    Hopefully x\n"), "");
  expect(faults).to.have.length(1);
  expect(faults[0]).to.match(/f\.feature:4: .*Hopefully x/);
});

test("only scenarios with matching tags are counted", async () => {
  const paths = feature("Feature: F\n  @a\n  Scenario: S\n    Given x\n  Scenario: T\n    Given x\n");
  expect((await survey(paths, "@a")).scenarios).to.equal(1);
  expect((await survey(paths, "@b")).scenarios).to.equal(0);
});
