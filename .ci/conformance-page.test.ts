import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import {
  featureOf,
  optionalFeatures,
  profileNames,
  profileOf,
  profiles,
} from "#harness/reports/conformance/profiles.ts";
import { conformanceSchema } from "#harness/reports/conformance/schema.ts";
import { idsOfSuite } from "#harness/reports/conformance/suite.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { expectedFailures } from "#harness/targets/expectation-file.ts";
import { parseTarget } from "#harness/targets/target-file.ts";
import { checkoutRoot } from "./suite/checkout-root.ts";

const page = readFileSync(`${checkoutRoot}docs/conformance.md`, "utf8");
const examples = [...page.matchAll(/^ *```json\n(.*?)^ *```$/gms)].map(([, text = ""]) => text);
const [targets, reports] = [
  examples.filter((text) => text.includes('"reset"')),
  examples.filter((text) => text.includes('"suite"')),
];
const required = [...readRequirements().values()].filter((one) => featureOf(one) === undefined);

suite("the page on conformance", () => {
  test("contains target files and an excerpt of a report", () => {
    expect([targets.length, reports.length]).to.deep.equal([2, 1]);
  });

  for (const [index, text] of targets.entries()) {
    test(`example ${index + 1} is a valid target file`, () => {
      expect(parseTarget(text, "target.json").clusters.map(({ name }) => name)).to.deep.equal(["Oslo"]);
    });
  }

  test("contains a valid list of expected failures", () => {
    const lists = examples.filter((text) => text.startsWith("["));
    expect(lists).to.have.length(1);
    expect(expectedFailures.safeParse(JSON.parse(lists[0] ?? "")).success).to.equal(true);
  });

  test("quotes fields of a report, with the numbers of requirements of this suite", () => {
    const { suite: version, profiles: results, verdicts } = JSON.parse(reports[0] ?? "");
    const fields = conformanceSchema.unwrap().shape;
    expect(idsOfSuite(version)).to.include.keys(...Object.keys(verdicts));
    for (const [name, result] of Object.entries<Record<string, unknown>>(results)) {
      const counts = fields.counts.parse(result.counts);
      const all = required.filter((one) => profileOf(one) === name);
      expect(
        Object.values(counts).reduce((sum, count) => sum + count, 0),
        name,
      ).to.equal(all.length);
    }
  });

  test("lists the profiles and optional features as they are", () => {
    for (const name of profileNames) {
      const [, meaning] = new RegExp(`^\\| \`${name}\` \\| (.*?) \\|`, "m").exec(page) ?? [];
      expect(meaning, name).to.equal(profiles[name]);
    }
    for (const name of profileNames) {
      const all = [...readRequirements().values()].filter((one) => profileOf(one) === name);
      const counted = (feature?: string) => all.filter((one) => featureOf(one) === feature).length;
      const optional = Object.keys(optionalFeatures).filter((feature) => counted(feature) > 0);
      const cells = [counted(), optional.map((feature) => `\`${feature}\` ${counted(feature)}`).join(", ")];
      expect(page).to.contain(`| ${profiles[name]} | ${cells.join(" | ").trimEnd()} |`);
    }
    for (const [name, meaning] of Object.entries(optionalFeatures)) expect(page).to.contain(`\`${name}\` (${meaning})`);
  });
});
