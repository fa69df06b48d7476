import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { packageRoot } from "#harness/cli/package-root.ts";
import { parseOwnRules, readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { scenariosWithoutId } from "./scenarios-without-id.ts";

const features = globSync("features/**/*.feature", { cwd: packageRoot }).toSorted();
const textOf = (file: string) => readFileSync(packageRoot + file, "utf8");

test("every scenario counts in a verdict: it carries the id of a requirement, or of a rule beyond the documents", () => {
  expect(features.length).to.be.above(50);
  const found = features.flatMap((file) => scenariosWithoutId(textOf(file)).map((told) => `${file}:${told}`));
  expect(found, found.join("\n")).to.deep.equal([]);
});

test("a scenario without an id is found; that of its feature or its examples is one", () => {
  const feature = (...lines: readonly string[]) => ["@needs-cloud", "Feature: f", ...lines].join("\n");
  expect(scenariosWithoutId(feature("@order", "Scenario: x", "@DB-ROLE-01", "Scenario: y"))).to.deep.equal(["4: x"]);
  expect(scenariosWithoutId(`@OWN-SEAL-01\n${feature("Scenario: x")}`)).to.deep.equal([]);
  expect(scenariosWithoutId(feature("Scenario Outline: x", "@DB-ROLE-01", "Examples:"))).to.deep.equal([]);
});

test("rules beyond the documents have ids of their own, which a scenario carries", () => {
  const rules = readOwnRules();
  const tagged = new Set(features.flatMap((file) => textOf(file).match(/@OWN-[A-Z0-9]+-\d+/g) ?? []));
  expect(rules.size).to.be.above(100);
  for (const id of rules.keys()) {
    expect(requirementIdOf(`@${id}`)).to.equal(id);
    expect(readRequirements().has(id)).to.equal(false);
    expect(tagged.has(`@${id}`), id).to.equal(true);
  }
});

test("what is wrong with a table is said with its line", () => {
  const header = "id\tsource\tstatement";
  expect(() => parseOwnRules("id\n")).to.throw("line 1");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tours`)).to.throw("line 2: three cells");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tdreams\tx`)).to.throw("line 2: unknown source dreams");
  expect(() => parseOwnRules(`${header}\nOWN-A-01\tours\tx\nOWN-A-01\tours\ty`)).to.throw(
    "line 3: OWN-A-01 occurs twice",
  );
});
