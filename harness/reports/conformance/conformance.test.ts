import { suite, test } from "node:test";
import { expect } from "chai";
import { z } from "zod";
import { causesOf } from "#harness/reports/causes/causes.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import {
  samplePerformance,
  sampleScenario,
  sampleSetting,
  sampleStep,
} from "#harness/reports/sample-performance.suite.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";
import { conformanceOf } from "./conformance.ts";
import { conformanceJsonSchema, conformanceSchema } from "./schema.ts";

const requirements = readRequirements();

const failing = sampleScenario({
  ...{ name: "Broken", tags: ["@DB-ROLE-04"], verdict: "failed" },
  steps: [sampleStep({ keyword: "Then", text: "it holds", verdict: "failed", error: "it does not\nat all" })],
});

const target: JudgedTarget = {
  name: "staging",
  clusters: [{ name: "Oslo", api: "https://vault.example:8200", version: "1.14.9", edition: "open" }],
  ...{ capabilities: ["database"], provider: "aws", hasCloudLogin: true, documents: "1.14.9" },
  ...{ reset: "clear", filterKey: "cluster_id", lacks: [], prefix: "understudy-3f9a01-" },
  expectedFailures: [],
};

function reportOn(changes: Partial<JudgedTarget> = {}) {
  const performance = samplePerformance(sampleScenario({ tags: ["@DB-ROLE-08"] }), failing);
  const causes = causesOf(performance.scenarios, requirements);
  return conformanceOf({
    ...{ performance, requirements, causes, target: { ...target, ...changes }, setting: sampleSetting },
    coverage: coverageOf(performance, requirements, causes),
    beyond: coverageOf(performance, readOwnRules(), causes),
  });
}

type Schema = Readonly<{ description?: string; properties?: Readonly<Record<string, Schema>> }>;

/** Returns the paths of fields without a description. */
function undescribed(schema: unknown, path = ""): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as Schema;
  const missing = Object.entries(properties).flatMap(([name, { description }]) =>
    description ? [] : [`${path}${name}`],
  );
  return [...missing, ...Object.entries(schema).flatMap(([name, inner]) => undescribed(inner, `${path}${name}.`))];
}

suite("a conformance report", () => {
  test("is valid for its schema, also as JSON", () => {
    const written = JSON.parse(JSON.stringify(reportOn()));
    expect(conformanceSchema.parse(written)).to.deep.equal(written);
  });

  test("is valid for the published JSON schema, in which every field has a description", () => {
    const published = JSON.parse(conformanceJsonSchema());
    const validator = z.fromJSONSchema(published);
    const written = JSON.parse(JSON.stringify(reportOn()));
    expect(validator.safeParse(written).error?.issues ?? []).to.deep.equal([]);
    const { run: _, ...without } = written;
    for (const invalid of [
      without,
      { ...written, counts: { ...written.counts, held: -1 } },
      { ...written, unmet: [{}] },
    ])
      expect(validator.safeParse(invalid).success).to.equal(false);
    expect(published.$schema).to.equal("https://json-schema.org/draft/2020-12/schema");
    expect(undescribed(published)).to.deep.equal([]);
  });

  test("requires no field that reports of earlier releases lack", () => {
    const { required, properties } = JSON.parse(conformanceJsonSchema());
    expect(required).to.have.members(
      "$schema suite run target played profiles counts verdicts beyond differences causes unmet".split(" "),
    );
    expect(properties.target.required).to.have.members(["name", "clusters", "capabilities"]);
    expect(properties.played.required).to.have.members(
      "release at milliseconds reset prefix provider filterKey timeScale documents lacks profiles smoke features tags scenarios".split(
        " ",
      ),
    );
  });

  test("has a run id of its own", () => {
    expect(reportOn().run)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(reportOn().run);
  });

  test("counts each requirement of the documents in one profile", () => {
    const { counts, profiles } = reportOn();
    const parts = Object.values(profiles).flatMap(({ counts, features }) => [
      counts,
      ...Object.values(features).map((part) => part.counts),
    ]);
    for (const verdict of ["held", "broken", "not judged", "not played"] as const)
      expect(
        parts.reduce((sum, part) => sum + part[verdict], 0),
        verdict,
      ).to.equal(counts[verdict]);
    expect(counts).to.include({ held: 1, broken: 1, "not judged": 0 });
    expect(profiles.database).to.deep.include({ result: "failed" });
    expect(profiles.core).to.deep.include({ result: "partial" });
  });

  test("has no secret that the texts of a target file contain", () => {
    const secret = "hvs.CAESIJ4711canary4711canary";
    const document = `https://user:${secret}@wiki.example/differences`;
    const expected = { of: "DB-ROLE-04", fails: "it holds", document };
    const stale = { of: "DB-ROLE-08", fails: "it holds", document: `see ${secret}` };
    const report = reportOn({ name: `with ${secret}`, expectedFailures: [expected, stale] });
    expect(report.differences[0]?.expected).to.contain("wiki.example/differences");
    expect(report.unmet).to.have.length(1);
    expect(report.target.name).to.contain("with ");
    expect(JSON.stringify(report)).to.not.contain(secret);
  });
});
