import { globSync, readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { profileNames, profileOf } from "#harness/reports/conformance/profiles.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";
import { checkoutRoot } from "../suite/checkout-root.ts";
import { scenariosOf } from "./scenarios.ts";

/** Bounds of the number of scenarios. More would take more than a minute on a server that is not fast. */
const [fewest, most] = [25, 40];

/** Needs that a single server with a database and a cloud endpoint satisfies. */
const usual = ["@needs-cloud", "@needs-database", "@needs-signatures", "@needs-instances", "@needs-accounts"];

const requirements = readRequirements();
const chosen = globSync("features/**/*.feature", { cwd: checkoutRoot })
  .flatMap((file) => scenariosOf(readFileSync(checkoutRoot + file, "utf8")).map((one) => ({ ...one, file })))
  .filter(({ tags, examples }) => [...tags, ...examples.flat()].includes("@smoke"))
  .map(({ tags, examples, file, name }) => {
    const all = [...tags, ...examples.flat()];
    const known = all.flatMap((tag) => requirements.get(requirementIdOf(tag) ?? "") ?? []);
    return { title: `${file}: ${name}`, tags: all, known, profiles: known.map(profileOf) };
  });

suite("the scenarios of --smoke", () => {
  test("are few, and some of each profile", () => {
    expect(chosen.length).to.be.within(fewest, most);
    for (const profile of profileNames)
      expect(chosen.filter(({ profiles }) => profiles.includes(profile)).length, profile).to.be.within(5, 10);
  });

  for (const { title, tags, known, profiles } of chosen) {
    test(`${title}: judges requirements of any release that a usual server can show`, () => {
      expect(known, "its requirements").to.not.be.empty;
      expect(known.filter(({ since, until }) => `${since}${until}` !== "")).to.deep.equal([]);
      const allowed = profiles.includes("replication") ? [...usual, "@needs-replication"] : usual;
      expect(tags.filter((tag) => tag.startsWith("@needs-") && !allowed.includes(tag))).to.deep.equal([]);
    });
  }
});
