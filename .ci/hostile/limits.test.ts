import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { defaultLimits, limitNames } from "#cluster/limits.ts";
import { defaultBounds } from "#engine/api/fields/field-bounds.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { allLimits } from "./limit-list.ts";

const read = (file: string) => readFileSync(checkoutRoot + file, "utf8");

suite("limits that are removed one after another", () => {
  const limits = allLimits();

  test("are all limits of docs/limits.md", () => {
    const names = new Set(limits.map(({ name }) => name));
    expect(limitNames().filter((name) => !names.has(name))).to.deep.equal([]);
    expect(limitNames().length).to.be.above(20);
  });

  test("are all default bounds of field types", () => {
    const types = Object.keys(defaultBounds);
    expect(types).to.include.members(["text", "list", "object"]);
    const names = new Set(limits.map(({ name }) => name));
    // A document is limited only by the body.
    expect(types.filter((type) => type !== "document" && !names.has(type))).to.deep.equal([]);
  });

  test("are all bounds that fields declare themselves", () => {
    const own = [...read("docs/limits.md").matchAll(/^\| \/(\S+) \| `(\w+)` \| (\d+) characters/gm)];
    expect(own.length).to.be.above(20);
    const longest = defaultLimits.shortBodyBytes;
    const byBound = Map.groupBy(
      // A larger bound is masked by the maximum length of the body.
      own.filter(([, , , characters]) => Number(characters) < longest),
      ([, , , characters = ""]) => characters,
    );
    for (const [characters, rows] of byBound) {
      const fields = rows.map(([, , field = ""]) => field);
      const inputs = limits.flatMap(({ sign }) => (sign.kind === "input" ? [sign] : []));
      const ofIt = inputs.filter(({ choice, text }) => fields.includes(choice.field) && /longer|more/.test(text));
      expect(ofIt.length, `${characters} characters of ${[...new Set(fields)].join(", ")}`).to.be.above(0);
    }
  });

  test("are in every file whose fields declare bounds", () => {
    const files = globSync("engine/**/*.ts", { cwd: checkoutRoot }).filter((file) => !/\.(test|suite)\.ts$/.test(file));
    const declaring = files.filter((file) => /\bcharacters: \d/.test(read(file)) && !file.startsWith("engine/api/"));
    expect(declaring.length).to.be.above(2);
    const taken = new Set(limits.map(({ file }) => file));
    expect(declaring.filter((file) => !taken.has(file))).to.deep.equal([]);
  });

  for (const { name, file, why, find, replace, sign } of limits) {
    test(`${name}: ${why}`, () => {
      expect(read(file).split(find).length - 1, `"${find}" in ${file}`).to.equal(1);
      expect(replace).not.to.equal(find);
      if (sign.kind === "test") expect(read(sign.file)).to.include(sign.name.split(" that ")[0]);
      else expect(sign.status).to.be.within(400, 499);
    });
  }
});
