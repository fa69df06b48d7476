import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { before, suite, test } from "node:test";
import { expect } from "chai";
import { type Catalogue, catalogue } from "#harness/cli/step-catalogue.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";

type Settings = Readonly<{
  "cucumber.features": readonly string[];
  "cucumber.glue": readonly string[];
  "cucumber.parameterTypes": readonly Readonly<{ name: string; regexp: string }>[];
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

  test("the settings define each parameter type of the steps", () => {
    const known = settings["cucumber.parameterTypes"].map(({ name, regexp }) => ({
      name,
      forms: regexp.replaceAll("|", ", "),
    }));
    expect(known).to.have.deep.members(found.parameters);
  });

  test("each matches a sentence of some feature", () => {
    const unused = found.steps.filter(({ example }) => example === undefined);
    expect(unused.map(({ pattern, file }) => `${file}: ${pattern}`)).to.deep.equal([]);
  });
});
