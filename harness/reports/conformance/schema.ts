import { z } from "zod";
import { optionalFeatures, profileNames, profiles } from "./profiles.ts";

const text = z.string();
const line = text.min(1);
const texts = z.array(text).readonly();
const count = z.int().nonnegative();
const verdict = z.enum(["held", "broken", "not judged", "not played"]).describe("docs/interpreting.md explains these");

const because = text.optional().describe("id that is broken by the cause for which this one is not judged");
const reason = text.nullable().describe("reason if it is not judged or not played");

const scenario = text.describe("names of the feature and the scenario: `Feature › Scenario`");

const proof = z.object({ scenario, verdict, reason, because }).readonly();

const member = z
  .object({
    name: text.describe("name of the member, which follows the id in tags, as in `@DB-ROLE-01:update`"),
    meaning: text.describe("observation that proves the member"),
    verdict,
    scenarios: texts.describe("scenarios that prove the member"),
    reason,
    because,
  })
  .readonly()
  .describe("part of a requirement that can be broken alone");

const coverage = z
  .object({
    verdict,
    proofs: z.array(proof).readonly().describe("scenarios with the id, each with its own verdict"),
    reason,
    because,
    members: z.array(member).readonly().describe("members of the requirement; empty if it has none"),
  })
  .readonly();

const verdicts = z.record(text, coverage).readonly().describe("verdict for each id");

const counts = z
  .object({ held: count, broken: count, "not judged": count, "not played": count })
  .readonly()
  .describe("number of requirements by verdict");

const result = z
  .enum(["conformant", "partial", "failed"])
  .describe(
    "failed: one requirement is broken; conformant: all that apply to the release (played.documents) are held; partial: otherwise",
  );

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
    scenario,
    place: text.describe("feature file and line of the failed step, or of the scenario"),
    requirements: texts.describe("ids that the scenario carries"),
    fails: text.describe("text of the step that failed"),
    found: text.describe("first line of its error"),
    expected: line.nullable().describe("document that explains the failure, if the target file expects it"),
  })
  .readonly();

const cause = z
  .object({
    cause: text.describe("description of the cause"),
    request: z
      .object({
        method: text,
        path: text,
        status: z.int().nullable().describe("HTTP status; null if there was no response"),
        error: text.describe("error in the response"),
      })
      .readonly()
      .nullable()
      .describe("the request that shows the cause, without secrets"),
    id: text.nullable().describe("id to which the cause is attributed"),
    ids: texts.describe("ids of the failed scenarios"),
    scenarios: texts.describe("the failed scenarios"),
  })
  .readonly();

const expectedFailure = z
  .object({
    of: line.describe("id of a requirement, or `Feature › Scenario`; `*` stands for any characters"),
    fails: line.describe("text of the step that was expected to fail"),
    document: line.describe("document that explains the failure"),
    releases: text.optional().describe("releases of the servers that were expected to fail; default: all"),
  })
  .readonly()
  .describe("expected failure of which a scenario passed and none failed as expected");

/** Where the JSON schema of a report is published, relative to the root of the project. */
export const schemaFile = "docs/conformance.schema.json";

/** Schema of `conformance.json`. `docs/interpreting.md` explains the fields. */
export const conformanceSchema = z
  .object({
    $schema: text.describe("this schema"),
    suite: line.describe("version of the suite of requirements, apart from the program's version"),
    run: line.describe("random id of the run"),
    target: z
      .object({
        name: line.describe("name in the target file"),
        clusters: z
          .array(
            z
              .object({
                name: text.describe("name in the scenarios, such as Oslo"),
                api: text.describe("address of the API, without credentials and query"),
                version: text.describe("release that the server reports"),
                edition: z.enum(["enterprise", "open"]).describe("edition that the server reports"),
              })
              .readonly(),
          )
          .readonly(),
        capabilities: texts.describe("optional features that scenarios could use"),
      })
      .readonly()
      .describe("the tested servers"),
    played: z
      .object({
        release: text.describe("release of Understudy"),
        at: text.describe("start, in ISO 8601"),
        milliseconds: z.number().nonnegative().describe("duration"),
        reset: text.describe("clear: objects of a scenario are deleted after it; fresh: clusters are reset before it"),
        prefix: text.nullable().describe("prefix of the names of objects that scenarios created"),
        provider: text.describe("vocabulary of the cloud login method: cloud or aws"),
        filterKey: text.describe("field of a secondary's status that is the key of its paths filter"),
        timeScale: z.number().nullable().describe("speed of the target's clocks, as a multiple of real time"),
        documents: text.describe("release of the documents to which requirements with since or until are compared"),
        lacks: texts.describe("capabilities that the target file excludes"),
        profiles: texts.describe("selected profiles; empty for all"),
        smoke: z.boolean().describe("true if only the selection for a first result was played"),
        features: texts.describe("selected files and folders; empty for all"),
        tags: text.describe("selected tags; empty for all"),
        scenarios: z
          .object({
            passed: count,
            failed: count.describe("without those that failed as expected"),
            failedAsExpected: count,
            notPlayed: count,
          })
          .readonly()
          .describe("number of scenarios by result"),
      })
      .readonly()
      .describe("settings and size of the run"),
    profiles: z
      .record(z.enum(profileNames), profile)
      .readonly()
      .describe(
        Object.entries(profiles)
          .map(([name, meaning]) => `${name}: ${meaning}`)
          .join("; "),
      ),
    counts,
    verdicts: verdicts.describe("verdict for each requirement of the documents, by id"),
    beyond: z.object({ counts, verdicts }).readonly().describe("the project's own rules, which are in no document"),
    differences: z.array(difference).readonly().describe("failed scenarios"),
    causes: z.array(cause).readonly().describe("failures by their cause"),
    unmet: z.array(expectedFailure).readonly().describe("expected failures that did not occur"),
  })
  .readonly();

/** Report of a run on a target. */
export type Conformance = z.infer<typeof conformanceSchema>;

/** Returns the JSON Schema of a report (draft 2020-12). Like the check, it permits unknown fields. */
export function conformanceJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(conformanceSchema, {
    target: "draft-2020-12",
    io: "input",
    override({ jsonSchema }) {
      delete jsonSchema.readOnly;
    },
  });
  return `${JSON.stringify({ $schema, title: "Conformance report of Understudy", ...rest }, null, 2)}\n`;
}
