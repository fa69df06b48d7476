import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { type Catalogue, catalogue } from "#harness/cli/step-catalogue.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";

/** Maximum number of sentences, also if each alternative and each optional text counts as a sentence of its own. */
const maxSentences = 260;

/** Maximum number of lines in `scenarios/`, with tests. */
const maxLines = 5_400;

type Settings = Readonly<{
  "cucumber.features": readonly string[];
  "cucumber.glue": readonly string[];
}>;

suite("the sentences of scenarios", () => {
  let found: Catalogue;
  before(async () => {
    found = await catalogue();
  });

  test("the settings of editors include all features and all files with steps", () => {
    const settings: Settings = JSON.parse(readFileSync(join(checkoutRoot, ".vscode/settings.json"), "utf8"));
    const below = (patterns: readonly string[]) => globSync([...patterns], { cwd: checkoutRoot });
    expect(below(settings["cucumber.features"])).to.have.members(
      globSync("features/**/*.feature", { cwd: checkoutRoot }),
    );
    expect(below(settings["cucumber.glue"])).to.include.members([...new Set(found.steps.map(({ file }) => file))]);
  });

  test("each sentence is used by some feature", () => {
    const unused = found.steps.filter(({ examples }) => examples.length === 0);
    expect(unused.map(({ pattern, file }) => `${file}: ${pattern}`)).to.deep.equal([]);
  });

  test(`there are at most ${maxSentences} sentences, with all their alternatives`, () => {
    const counts = found.steps.map(({ pattern }) => formsOf(pattern));
    expect(counts.reduce((sum, count) => sum + count, 0)).to.be.at.most(maxSentences);
    expect(counts.length).to.be.above(maxSentences / 2);
  });

  test("no sentence is a regular expression, which could hide any number of sentences", () => {
    expect(found.steps.filter(({ pattern }) => pattern.startsWith("^"))).to.deep.equal([]);
  });

  test(`scenarios/ has at most ${maxLines} lines of code`, () => {
    const files = globSync("scenarios/**/*.ts", { cwd: checkoutRoot });
    const lines = files.map((file) => readFileSync(join(checkoutRoot, file), "utf8").split("\n").length - 1);
    expect(lines.reduce((sum, count) => sum + count, 0)).to.be.at.most(maxLines);
  });

  test("each sentence that one line of the features uses is listed with the reason, and no other", () => {
    const listed = readFileSync(new URL("used-once.tsv", import.meta.url), "utf8")
      .trimEnd()
      .split("\n");
    const reasons = new Map(listed.map((line) => line.split("\t") as [string, string]));
    const once = found.steps.filter(({ uses }) => uses === 1).map(({ pattern }) => pattern);
    expect([...reasons.keys()].toSorted()).to.deep.equal(once.toSorted());
    for (const [sentence, reason] of reasons) expect(reason, sentence).to.match(/^[A-Z].{15,}\.$/);
  });
});

test("no comment assigns an id to a step: a scenario proves its ids as a whole", () => {
  const comments = globSync("features/**/*.feature", { cwd: checkoutRoot }).flatMap((file) =>
    readFileSync(join(checkoutRoot, file), "utf8")
      .split("\n")
      .filter((line) => /^\s*#.*\b(?:CORE|CLOUD|DB|REPL|OWN)-[A-Z0-9]+-\d/.test(line)),
  );
  expect(comments).to.deep.equal([]);
});

function formsOf(pattern: string): number {
  const text = pattern.replaceAll("\\(", "");
  const optional = text.match(/\([^)]*\)/g)?.length ?? 0;
  const alternatives = text.match(/[^\s{}]+(?:\/[^\s{}]+)+/g) ?? [];
  return 2 ** optional * alternatives.reduce((product, words) => product * words.split("/").length, 1);
}
