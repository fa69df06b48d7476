import { test } from "node:test";
import { expect } from "chai";
import { unknownRequirementTags } from "#harness/reports/unknown-tags.ts";

const known = new Map([
  ["DB-ROLE-01", { members: ["create", "update"].map((name) => ({ name, meaning: "" })) }],
  ["DB-ROLE-02", { members: [] }],
]);
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

test("an unknown member is reported with the members that the requirement has", () => {
  expect(
    [...at("@DB-ROLE-01:delete"), ...at("@DB-ROLE-02:update"), ...at("@DB-ROLE-01:")].flatMap((tag) =>
      unknownRequirementTags([tag], known),
    ),
  ).to.deep.equal([
    "features/a.feature:7: @DB-ROLE-01:delete names no member; known: create, update",
    "features/a.feature:7: @DB-ROLE-02:update names no member; DB-ROLE-02 has no members",
    "features/a.feature:7: @DB-ROLE-01: names no member; known: create, update",
  ]);
});

test("requirements, members, capabilities and other tags are accepted", () => {
  for (const tag of ["@DB-ROLE-01", "@DB-ROLE-01:update", "@needs-move-time", "@slow", "@DB-things", "@db-role-99"]) {
    expect(unknownRequirementTags(at(tag), known)).to.be.empty;
  }
});
