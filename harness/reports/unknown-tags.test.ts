import { test } from "node:test";
import { expect } from "chai";
import { unknownRequirementTags } from "#harness/reports/unknown-tags.ts";

const known = new Set(["DB-ROLE-01"]);
const at = (name: string) => [{ name, file: "features/a.feature", line: 7 }];

test("a tag that looks like a requirement and is none is named with its place", () => {
  expect(unknownRequirementTags(at("@DB-ROLE-99"), known)).to.deep.equal([
    "features/a.feature:7: @DB-ROLE-99 names no requirement",
  ]);
});

test("an unknown need is named with its place", () => {
  const [line, ...more] = unknownRequirementTags(at("@needs-magic"), known);
  expect(line).to.match(/^features\/a\.feature:7: @needs-magic names no capability; known: .*\bpartition\b/);
  expect(more).to.be.empty;
});

test("requirements, capabilities and tags of one's own are fine", () => {
  for (const tag of ["@DB-ROLE-01", "@needs-move-time", "@slow", "@DB-things", "@db-role-99"]) {
    expect(unknownRequirementTags(at(tag), known)).to.be.empty;
  }
});
