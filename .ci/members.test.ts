import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { expect } from "chai";
import { readRequirements } from "#harness/reports/requirements.ts";
import { memberOf } from "#harness/reports/unknown-tags.ts";
import { scenariosOf } from "./features/scenarios.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const tagSets = globSync("features/**/*.feature", { cwd: checkoutRoot }).flatMap((file) =>
  scenariosOf(readFileSync(checkoutRoot + file, "utf8")).flatMap(({ line, tags, examples }) =>
    (examples.length > 0 ? examples : [[]]).map((block) => ({
      at: `${file}:${line}`,
      tags: new Set([...tags, ...block]),
    })),
  ),
);

test("every member of a requirement has a scenario", () => {
  const tagged = new Set(tagSets.flatMap(({ tags }) => [...tags]));
  const members = [...readRequirements().values()].flatMap(({ id, members }) =>
    members.map(({ name }) => `@${id}:${name}`),
  );
  expect(members.filter((tag) => !tagged.has(tag))).to.deep.equal([]);
});

test("a scenario that proves a member also has the tag of its requirement", () => {
  const found = tagSets.flatMap(({ at, tags }) =>
    [...tags].flatMap((tag) => {
      const id = memberOf(tag)?.id;
      return id !== undefined && !tags.has(`@${id}`) ? [`${at}: ${tag}`] : [];
    }),
  );
  expect(found).to.deep.equal([]);
});
