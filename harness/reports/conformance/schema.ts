import { z } from "zod";
import { optionalFeatures, profileNames, profiles } from "./profiles.ts";

const text = z.string();
const texts = z.array(text).readonly();
const count = z.int().nonnegative();
const verdict = z.enum(["held", "broken", "not judged", "not played"]);

const because = text.optional().describe("id that is broken by the cause for which this one is not judged");
const reason = text.nullable().describe("reason if it is not judged or not played");

const proof = z.object({ scenario: text.describe("`Feature › Scenario`"), verdict, reason, because }).readonly();

const member = z
  .object({ name: text, meaning: text, verdict, scenarios: texts, reason, because })
  .readonly()
  .describe("part of a requirement that can be broken alone");

const coverage = z
  .object({
    verdict,
    proofs: z.array(proof).readonly(),
    reason,
    because,
    members: z.array(member).readonly(),
  })
  .readonly();

const verdicts = z.record(text, coverage).readonly();

const counts = z
  .object({ held: count, broken: count, "not judged": count, "not played": count })
  .readonly()
  .describe("number of requirements by verdict");

const result = z
  .enum(["conformant", "partial", "failed"])
  .describe("failed: one is broken; conformant: all are held; partial: otherwise");

const part = z.object({ result, counts }).readonly();

const profile = z
  .object({
    ...part.unwrap().shape,
    features: z
      .record(text, part)
      .readonly()
      .describe(`optional features: ${Object.keys(optionalFeatures).join(", ")}`),
  })
  .readonly()
  .describe("result of the required requirements of a profile, and of its optional features");

const difference = z
  .object({
    scenario: text.describe("`Feature › Scenario`"),
    place: text,
    requirements: texts,
    fails: text.describe("text of the step that failed"),
    found: text.describe("first line of its error"),
    expected: text.nullable().describe("document that explains the failure, if the target file expects it"),
  })
  .readonly();

const cause = z
  .object({
    cause: text,
    request: z
      .object({ method: text, path: text, status: z.int().nullable(), error: text })
      .readonly()
      .nullable()
      .describe("the request that shows the cause, without secrets"),
    id: text.nullable().describe("id to which the cause is attributed"),
    ids: texts,
    scenarios: texts,
  })
  .readonly();

const expectedFailure = z
  .object({ of: text, fails: text, document: text, releases: text.optional() })
  .readonly()
  .describe("expected failure of which a scenario passed and none failed as expected");

/** Where the JSON schema of a report is published, relative to the root of the project. */
export const schemaFile = "docs/conformance.schema.json";

/** Schema of `conformance.json`. `docs/interpreting.md` explains the fields. */
export const conformanceSchema = z
  .object({
    $schema: text.describe("this schema"),
    suite: text.describe("version of the suite of requirements, apart from the program's version"),
    run: text.describe("random id of the run"),
    target: z
      .object({
        name: text,
        clusters: z
          .array(z.object({ name: text, api: text, version: text, edition: z.enum(["enterprise", "open"]) }).readonly())
          .readonly(),
        capabilities: texts,
      })
      .readonly(),
    played: z
      .object({
        release: text.describe("release of Understudy"),
        at: text.describe("start, in ISO 8601"),
        milliseconds: z.number().nonnegative(),
        reset: text,
        prefix: text.nullable().describe("prefix of the names of objects that scenarios created"),
        provider: text,
        filterKey: text.describe("field of a secondary's status that is the key of its paths filter"),
        timeScale: z.number().nullable().describe("speed of the target's clocks, as a multiple of real time"),
        documents: text.describe("release of the documents to which requirements with since or until are compared"),
        lacks: texts.describe("capabilities that the target file excludes"),
        profiles: texts.describe("selected profiles; empty for all"),
        smoke: z.boolean(),
        features: texts,
        tags: text,
        scenarios: z.object({ passed: count, failed: count, failedAsExpected: count, notPlayed: count }).readonly(),
      })
      .readonly(),
    profiles: z
      .record(z.enum(profileNames), profile)
      .readonly()
      .describe(
        Object.entries(profiles)
          .map(([name, meaning]) => `${name}: ${meaning}`)
          .join("; "),
      ),
    counts,
    verdicts,
    beyond: z.object({ counts, verdicts }).readonly().describe("the project's own rules, which are in no document"),
    differences: z.array(difference).readonly(),
    causes: z.array(cause).readonly().describe("failures by their cause"),
    unmet: z.array(expectedFailure).readonly(),
  })
  .readonly();

/** Report of a run on a target. */
export type Conformance = z.infer<typeof conformanceSchema>;

/** Returns the JSON Schema of a report (draft 2020-12). */
export function conformanceJsonSchema(): string {
  const schema = { ...z.toJSONSchema(conformanceSchema), title: "Conformance report of Understudy" };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
