import { test } from "node:test";
import { expect } from "chai";
import { unknownRequirementTags } from "#harness/reports/unknown-tags.ts";

const known = new Set(["DB-ROLE-01"]);
const at = (name: string) => [{ name, file: "features/a.feature", line: 7 }];

test("an unknown requirement tag is reported with its location", () => {
  expect(unknownRequirementTags(at("@DB-ROLE-99"), known)).to.deep.equal([
    "features/a.feature:7: @DB-ROLE-99 names no requirement",
  ]);
});

test("an unknown capability is reported with its location", () => {
  const [line, ...more] = unknownRequirementTags(at("@needs-magic"), known);
  expect(line).to.match(/^features\/a\.feature:7: @needs-magic names no capability; known: .*\bpartition\b/);
  expect(more).to.be.empty;
});

test("requirements, capabilities and other tags are accepted", () => {
  for (const tag of ["@DB-ROLE-01", "@needs-move-time", "@slow", "@DB-things", "@db-role-99"]) {
    expect(unknownRequirementTags(at(tag), known)).to.be.empty;
  }
});
