import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { expect } from "chai";
import { Failure } from "#harness/cli/failure.ts";
import { renamedSentences, withRenamed } from "#harness/cli/renamed-sentences.ts";
import { updateSteps } from "#harness/cli/update-steps.ts";

const directory = mkdtempSync(join(tmpdir(), "understudy-update-"));
after(() => rmSync(directory, { recursive: true }));

function update(...names: readonly string[]): string {
  const printed: string[] = [];
  updateSteps(names, { directory, stdout: { write: (text: string) => printed.push(text) } as never });
  return printed.join("");
}

test("sentences of earlier releases are replaced, in steps alone, with outlines' parameters and tables kept", () => {
  mkdirSync(join(directory, "features/deep"), { recursive: true });
  const former = [
    'Feature: Oslo knows the policy "painter"',
    "  Scenario Outline: <name>",
    '    Given Oslo knows the policy "painter"',
    '    Then <cluster> does not know the policy "<name>"',
    '      | Oslo knows the policy "painter" |',
    '    And Ada knows the policy "painter"',
    "",
  ];
  writeFileSync(join(directory, "features/deep/a.feature"), former.join("\n"));
  writeFileSync(join(directory, "features/b.feature"), "Feature: B\n");
  expect(update("features")).to.equal(
    "features/deep/a.feature: 2 sentences replaced\nnow: understudy rehearse --dry-run\n",
  );
  expect(readFileSync(join(directory, "features/deep/a.feature"), "utf8").split("\n")).to.deep.equal([
    ...former.slice(0, 2),
    '    Given eventually Oslo has the policy "painter"',
    '    Then there is no policy "<name>" in <cluster>',
    ...former.slice(4),
  ]);
  expect(update("features/deep/a.feature")).to.equal("no sentence of an earlier release found\n");
});

test("names with the characters of patterns are names", () => {
  mkdirSync(join(directory, "[a]*"));
  writeFileSync(
    join(directory, "[a]*/{b}.feature"),
    'Feature: B\n  Scenario: B\n    Given Oslo knows the policy "x"\n',
  );
  expect(update("[a]*").split("\n")[0]).to.equal("[a]*/{b}.feature: 1 sentences replaced");
});

test("a folder without features, or a missing file, is an error that names it, and nothing is changed", () => {
  mkdirSync(join(directory, "empty"));
  const text = 'Feature: C\n  Scenario: C\n    Given Oslo knows the policy "painter"\n';
  writeFileSync(join(directory, "c.feature"), text);
  expect(() => update("c.feature", "empty")).to.throw(Failure, 'no .feature file in "empty"');
  expect(() => update("c.feature", "gone.feature")).to.throw(Failure, 'no .feature file in "gone.feature"');
  expect(() => update("c.feature", "gone")).to.throw(Failure, 'no .feature file in "gone"');
  expect(readFileSync(join(directory, "c.feature"), "utf8")).to.equal(text);
});

test("no new sentence is a sentence of an earlier release", () => {
  const sentences = renamedSentences();
  const examples = sentences.flatMap(({ now }) => now.split("\\n")).map((now) => `Given ${now}`);
  for (const line of examples) expect(withRenamed(line, sentences), line).to.equal(line);
});
