import { readFileSync } from "node:fs";
import { suite, test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { readRequirements } from "#harness/reports/requirements.ts";
import { expectedFailures } from "#harness/targets/expectation-file.ts";
import { parseTarget } from "#harness/targets/target-file.ts";
import { featureOf, optionalFeatures, profileNames, profileOf, profiles } from "./profiles.ts";
import { conformanceSchema } from "./schema.ts";
import { suiteVersion } from "./suite.ts";

const page = readFileSync(new URL("../../../docs/conformance.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^ *```json\n(.*?)^ *```$/gms)].map(([, text = ""]) => JSON.parse(text));

suite("the page on conformance testing", () => {
  test("has the number of requirements of each profile", () => {
    const requirements = [...readRequirements().values()];
    for (const name of profileNames) {
      const all = requirements.filter((one) => profileOf(one) === name);
      const counted = (feature?: string) => all.filter((one) => featureOf(one) === feature).length;
      const optional = Object.keys(optionalFeatures)
        .filter((feature) => counted(feature) > 0)
        .map((feature) => `\`${feature}\` ${counted(feature)}`);
      const cells = [`\`${name}\``, profiles[name], counted(), optional.join(", ")];
      expect(page).to.contain(`\n| ${cells.join(" | ").trimEnd()} |`);
    }
  });

  test("has valid examples of target files and expectations, and of a report of this suite", () => {
    expect(examples).to.have.length(4);
    const [first, second, expectations, report] = examples;
    for (const target of [first, second]) parseTarget(JSON.stringify(target), "target.json");
    expect(expectedFailures.safeParse(expectations).success).to.equal(true);
    const { shape } = conformanceSchema.unwrap();
    const excerpt = z.object({
      suite: z.literal(suiteVersion()),
      target: shape.target.unwrap().pick({ name: true, clusters: true }),
      profiles: z.partialRecord(z.enum(profileNames), shape.profiles.unwrap().valueType),
    });
    expect(excerpt.safeParse(report).error?.issues ?? []).to.deep.equal([]);
    const { counts } = report.profiles.database;
    const required = [...readRequirements().values()].filter(
      (one) => profileOf(one) === "database" && featureOf(one) === undefined,
    );
    expect(counts.held + counts.broken + counts["not judged"] + counts["not played"]).to.equal(required.length);
  });
});
