import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { scenariosOf } from "./features/scenarios.ts";
import { scenariosWithoutId } from "./features/scenarios-without-id.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const features = globSync("features/**/*.feature", { cwd: checkoutRoot }).toSorted();
const textOf = (file: string) => readFileSync(checkoutRoot + file, "utf8");

suite("every scenario has the id of a requirement, or of a rule beyond the documents", () => {
  test("in every feature", () => {
    expect(features.length).to.be.above(50);
    const found = features.flatMap((file) => scenariosWithoutId(textOf(file)).map((line) => `${file}:${line}`));
    expect(found, found.join("\n")).to.deep.equal([]);
  });

  const feature = (...lines: readonly string[]) => ["@needs-cloud", "Feature: f", ...lines].join("\n");

  test("a scenario without an id is found", () => {
    expect(scenariosWithoutId(feature("@order", "Scenario: x", "@DB-ROLE-01", "Scenario: y"))).to.deep.equal(["4: x"]);
  });

  test("the id of its feature or rule is sufficient", () => {
    expect(scenariosWithoutId(`@OWN-SEAL-01\n${feature("Scenario: x")}`)).to.deep.equal([]);
    expect(scenariosWithoutId(feature("@DB-ROLE-01", "Rule: r", "Scenario: x"))).to.deep.equal([]);
  });

  test("ids of its examples are sufficient if all blocks have one", () => {
    const outline = feature("Scenario Outline: x", "@DB-ROLE-01", "Examples:");
    expect(scenariosWithoutId(outline)).to.deep.equal([]);
    expect(scenariosWithoutId(`${outline}\n\nExamples: more`)).to.deep.equal(["3: x"]);
  });

  test("a text that only resembles a tag is not an id", () => {
    const quoted = ['    """', "@DB-ROLE-01", '    """'];
    expect(scenariosWithoutId(feature("Scenario: w", "Given b", ...quoted, "Scenario: x"))).to.deep.equal([
      "3: w",
      "8: x",
    ]);
  });
});

test("rules beyond the documents have unique ids, each in a scenario", () => {
  const rules = readOwnRules();
  const tagged = new Set(features.flatMap((file) => scenariosOf(textOf(file)).flatMap(tagsOf)));
  expect(rules.size).to.be.above(100);
  for (const id of rules.keys()) {
    expect(requirementIdOf(`@${id}`)).to.equal(id);
    expect(readRequirements().has(id)).to.equal(false);
    expect(tagged.has(`@${id}`), id).to.equal(true);
  }
});

function tagsOf({ tags, examples }: ReturnType<typeof scenariosOf>[number]): readonly string[] {
  return [...tags, ...examples.flat()];
}
