import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { type Catalogue, catalogue } from "#harness/cli/step-catalogue.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";

type Settings = Readonly<{
  "cucumber.features": readonly string[];
  "cucumber.glue": readonly string[];
}>;

suite("step definitions in editors", () => {
  let settings: Settings;
  let found: Catalogue;
  before(async () => {
    settings = JSON.parse(readFileSync(join(checkoutRoot, ".vscode/settings.json"), "utf8"));
    found = await catalogue();
  });

  test("the settings include all features and all files with steps", () => {
    const below = (patterns: readonly string[]) => globSync([...patterns], { cwd: checkoutRoot });
    expect(below(settings["cucumber.features"])).to.have.members(
      globSync("features/**/*.feature", { cwd: checkoutRoot }),
    );
    expect(below(settings["cucumber.glue"])).to.include.members([...new Set(found.steps.map(({ file }) => file))]);
  });

  test("each matches a sentence of some feature", () => {
    const unused = found.steps.filter(({ examples }) => examples.length === 0);
    expect(unused.map(({ pattern, file }) => `${file}: ${pattern}`)).to.deep.equal([]);
  });
});
