import { test } from "node:test";
import { expect } from "chai";
import { filled, isTemplate, type TemplateValues } from "./template.ts";

const values: TemplateValues = {
  version: "1",
  entity: {
    id: "e-1",
    name: "ada",
    metadata: { team: "blue", "a.b": "dotted", star: "x*", plus: "+", empty: "" },
    aliases: [
      { id: "a-1", name: "ada@x", mountAccessor: "up_1", metadata: { k: "v" }, customMetadata: { c: "w" } },
      { id: "a-2", name: "other", mountAccessor: "up_2", metadata: {}, customMetadata: {} },
    ],
  },
  groups: [{ id: "g-1", name: "ops", metadata: { floor: "2" } }],
};

for (const [directive, value] of [
  ["identity.entity.id", "e-1"],
  ["identity.entity.name", "ada"],
  ["identity.entity.metadata.team", "blue"],
  ["identity.entity.metadata.a.b", "dotted"],
  ["identity.entity.aliases.up_1.id", "a-1"],
  ["identity.entity.aliases.up_1.name", "ada@x"],
  ["identity.entity.aliases.up_1.metadata.k", "v"],
  ["identity.entity.aliases.up_1.custom_metadata.c", "w"],
  ["identity.entity.aliases.up_2.name", "other"],
  ["identity.groups.ids.g-1.name", "ops"],
  ["identity.groups.ids.g-1.metadata.floor", "2"],
  ["identity.groups.names.ops.id", "g-1"],
  ["identity.groups.names.ops.metadata.floor", "2"],
] as const) {
  test(`{{${directive}}} is filled`, () => {
    expect(filled(`a/{{${directive}}}/b/{{ identity.entity.id }}*`, values)).to.equal(`a/${value}/b/e-1*`);
  });
}

for (const directive of [
  "identity.entity.metadata.nope",
  "identity.entity.metadata.empty",
  "identity.entity.metadata.constructor",
  "identity.entity.metadata",
  "identity.entity.aliases.up_3.name",
  "identity.entity.aliases.up_1.nope",
  "identity.entity.custom_metadata.c",
  "identity.groups.ids.ops.name",
  "identity.groups.names.g-1.id",
  "identity.groups.names.ops",
  "identity.groups.ops.id",
  "time.now",
  "",
]) {
  test(`{{${directive}}} has no value, and the path matches no request`, () => {
    expect(filled(`a/{{${directive}}}`, values)).to.equal(undefined);
  });
}

test("a value with a wildcard is refused", () => {
  expect(filled("a/{{identity.entity.metadata.star}}", values)).to.equal(undefined);
  expect(filled("a/{{identity.entity.metadata.plus}}/b", values)).to.equal(undefined);
});

test("a path with double braces is a template, and single braces are literal", () => {
  expect(["a/{{b}}", "a/{b}", "a"].map(isTemplate)).to.eql([true, false, false]);
});
