import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { featurePaths, filesBelow } from "#harness/cli/feature-paths.ts";
import { survey } from "#harness/cli/survey.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-paths-"));
const packageRoot = join(directory, "package");
const context = { directory, packageRoot };
after(() => rmSync(directory, { recursive: true }));

function write(path: string, text: string): string {
  const file = join(directory, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const twoScenarios = "Feature: F\n  Scenario: a\n    Given x\n  Scenario: b\n    Given y\n";
const packaged = write("package/features/deep/p.feature", twoScenarios);
const own = write("own/o.feature", twoScenarios);

test("without names, all features of the package are returned", () => {
  expect(featurePaths([], context)).to.deep.equal([packaged]);
});

test("a name is searched in the directory first, then in the package", () => {
  expect(featurePaths(["own", "features/deep"], context)).to.deep.equal([own, packaged]);
});

test("an error names a path that does not exist or has no feature", () => {
  mkdirSync(join(directory, "bare"));
  expect(() => featurePaths(["nowhere.feature:3"], context)).to.throw(
    'no feature "nowhere.feature" here or in the package',
  );
  expect(() => featurePaths(["bare"], context)).to.throw('no .feature file in "bare"');
  expect(() => featurePaths(["own:3"], context)).to.throw('"own:3" names a line of a folder');
});

test("a mistyped name gets a suggestion from the directory, the package, or another folder", () => {
  const suggested = (name: string) => {
    try {
      return featurePaths([name], context).join();
    } catch (error) {
      return /did you mean (.*)\?/.exec((error as Error).message)?.[1];
    }
  };
  expect(suggested("owm")).to.equal("own");
  expect(suggested("own/oo.feature:3")).to.equal("own/o.feature");
  expect(suggested("features/deeep")).to.equal("features/deep");
  expect(suggested("deep")).to.equal("features/deep");
  expect(suggested("p.feature")).to.equal("features/deep/p.feature");
  expect(suggested("features/frobnicate")).to.equal(undefined);
});

test("tests among the steps are omitted", () => {
  const steps = write("steps/a.ts", "");
  write("steps/a.test.ts", "");
  write("steps/a.suite.ts", "");
  expect(filesBelow(join(directory, "steps"), ".ts")).to.deep.equal([steps]);
});

for (const folder of ["plain", "[brackets] {braces} (round) and *stars*?"]) {
  test(`file:line selects one scenario, in a folder called ${folder}`, async () => {
    write(`${folder}/f.feature`, twoScenarios);
    const chosen = async (name: string) => (await survey(featurePaths([name], context), "")).scenarios;
    expect(await chosen(`${folder}/f.feature`)).to.equal(2);
    expect(await chosen(`${folder}/f.feature:4`)).to.equal(1);
    expect(await chosen(folder)).to.equal(2);
  });
}
