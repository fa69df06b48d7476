import { z } from "zod";
import { optionalFeatures, profileNames, profiles } from "./profiles.ts";

const text = z.string();
const filled = text.min(1, { error: "must not be empty" });
const texts = z.array(text).readonly();
const count = z.int().nonnegative();

const verdict = z
  .enum(["held", "broken", "not judged", "not played"])
  .describe("verdict; docs/interpreting.md explains what each one means");
const because = text.optional().describe("id that is broken by the cause for which this one is not judged");
const reason = text.nullable().describe("reason if it is not judged or not played");
const scenario = text.describe("names of the feature and the scenario: `Feature › Scenario`");

const proof = z
  .object({ scenario, verdict, reason, because })
  .readonly()
  .describe("a scenario that carries the id, and its verdict on it");

const member = z
  .object({
    name: text.describe("name of the member, as in the tags of scenarios"),
    meaning: text.describe("what is observed for this member"),
    verdict,
    scenarios: texts.describe("scenarios that carry the member: `Feature › Scenario`"),
    reason,
    because,
  })
  .readonly()
  .describe("part of a requirement that can be broken alone");

const coverage = z
  .object({
    verdict,
    proofs: z.array(proof).readonly().describe("the scenarios that carry the id"),
    reason,
    because,
    members: z.array(member).readonly().describe("the parts of the requirement, if it names several things"),
  })
  .readonly();

const verdicts = z.record(text, coverage).readonly();

const counts = z
  .object({
    held: count.describe("number of requirements that are held"),
    broken: count.describe("number of requirements that are broken"),
    "not judged": count.describe("number of requirements that are not judged"),
    "not played": count.describe("number of requirements that are not played"),
  })
  .readonly()
  .describe("number of requirements by verdict");

const result = z
  .enum(["conformant", "partial", "failed"])
  .describe(
    "failed: at least one requirement is broken; conformant: all that apply to the target's release are held; partial: otherwise",
  );

const part = z.object({ result, counts }).readonly();

const profile = z
  .object({
    ...part.unwrap().shape,
    features: z
      .record(text, part)
      .readonly()
      .describe(
        `results of the optional features: ${Object.entries(optionalFeatures)
          .map(([name, meaning]) => `${name} (${meaning})`)
          .join(", ")}`,
      ),
  })
  .readonly()
  .describe("result of the required requirements of a profile, and results of its optional features");

const difference = z
  .object({
    scenario,
    place: text.describe("file and line of the step that failed"),
    requirements: texts.describe("ids that the scenario carries"),
    fails: text.describe("text of the step that failed"),
    found: text.describe("first line of the error"),
    expected: filled.nullable().describe("document that explains the failure, if the target file expects the failure"),
  })
  .readonly()
  .describe("a failed scenario");

const cause = z
  .object({
    cause: text.describe("description of the cause"),
    request: z
      .object({
        method: text.describe("HTTP method"),
        path: text.describe("path below /v1"),
        status: z.int().nullable().describe("status of the response; null if there was none"),
        error: text.describe("error in the response"),
      })
      .readonly()
      .nullable()
      .describe("the request that shows the cause, without secrets; null if no request was decisive"),
    id: text
      .nullable()
      .describe("id to which the cause is attributed; null if all its scenarios failed in their set-up"),
    ids: texts.describe("ids that the scenarios carry"),
    scenarios: texts.describe("scenarios that failed for this cause: `Feature › Scenario`"),
  })
  .readonly()
  .describe("a cause for which scenarios failed");

const expectedFailure = z
  .object({
    of: filled.describe("id, or `Feature › Scenario`; `*` stands for any characters"),
    fails: filled.describe("text of the step that is expected to fail; `*` stands for any characters"),
    document: filled.describe("document that explains the failure"),
    releases: filled.optional().describe("releases of the servers that fail in this way; default: all"),
  })
  .readonly()
  .describe("an expected failure");

const cluster = z
  .object({
    name: text.describe("name in the scenarios: Oslo, Lima or Kyoto"),
    api: text.describe("address of the API, without credentials"),
    version: text.describe("release that the cluster reports"),
    edition: z.enum(["enterprise", "open"]).describe("edition that the cluster reports"),
  })
  .readonly();

const target = z
  .object({
    name: text.describe("name in the target file"),
    clusters: z.array(cluster).readonly().describe("the clusters of the target"),
    capabilities: texts.describe("capabilities of the target that scenarios could use"),
  })
  .readonly()
  .describe("the servers that were tested, without secrets");

const scenarioCounts = z
  .object({
    passed: count.describe("number of scenarios that passed"),
    failed: count.describe("number of scenarios that failed unexpectedly"),
    failedAsExpected: count.describe("number of scenarios that failed as the target file expects"),
    notPlayed: count.describe("number of scenarios that were not played"),
  })
  .readonly()
  .describe("number of the selected scenarios by result");

const played = z
  .object({
    release: text.describe("release of Understudy"),
    at: text.describe("time of the start, in ISO 8601"),
    milliseconds: z.number().nonnegative().describe("duration"),
    reset: z.enum(["clear", "fresh"]).describe("whether objects were removed or clusters reset between scenarios"),
    prefix: text.nullable().describe("prefix of the names of objects that scenarios created; null with reset: fresh"),
    provider: z.enum(["cloud", "aws"]).describe("vocabulary of the cloud login method"),
    filterKey: z
      .enum(["cluster_id", "secondary_id"])
      .describe("field of a secondary's status that is the key of its paths filter"),
    timeScale: z
      .number()
      .nullable()
      .describe("speed of the target's clocks, as a multiple of real time; null if the target file does not set it"),
    documents: text.describe("release of the documents to which requirements with since or until are compared"),
    lacks: texts.describe("capabilities that the target file excludes"),
    profiles: texts.describe("selected profiles; empty for all"),
    smoke: z.boolean().describe("true if only the scenarios of --smoke were selected"),
    features: texts.describe("selected features; empty for all"),
    tags: text.describe("tag expression that selected scenarios; empty for all"),
    scenarios: scenarioCounts,
  })
  .readonly()
  .describe("how the scenarios were played");

const meanings = Object.entries(profiles).map(([name, meaning]) => `${name} (${meaning})`);

/** Path of the JSON schema of a report, relative to the root of the project. */
export const schemaFile = "docs/conformance.schema.json";

/**
 * Schema of `conformance.json`. `docs/interpreting.md` explains the fields. A new field is optional, because reports of
 * earlier releases stay valid.
 */
export const conformanceSchema = z
  .object({
    $schema: text.describe("path of this schema in the repository of Understudy"),
    suite: text.describe("version of the suite of requirements, which is independent of the release of Understudy"),
    run: text.describe("random id of the run"),
    target,
    played,
    profiles: z
      .record(z.enum(profileNames), profile)
      .readonly()
      .describe(`results by profile: ${meanings.join(", ")}`),
    counts,
    verdicts: verdicts.describe("verdicts on the requirements of the documents, by id"),
    beyond: z
      .object({ counts, verdicts: verdicts.describe("verdicts by id") })
      .readonly()
      .describe("verdicts on the project's own rules, which are in no document"),
    rules: z
      .object({ checked: texts.describe("names of rules"), undecided: texts.describe("names of rules") })
      .readonly()
      .optional()
      .describe("rules of docs/checkers.md, checked on the history of each scenario or undecided"),
    differences: z.array(difference).readonly().describe("the failed scenarios"),
    causes: z.array(cause).readonly().describe("the failed scenarios, grouped by cause"),
    unmet: z
      .array(expectedFailure)
      .readonly()
      .describe("expected failures that did not occur although one of their scenarios passed"),
  })
  .readonly();

/** Report of a run on a target. */
export type Conformance = z.infer<typeof conformanceSchema>;

/** Returns the JSON Schema of a report (draft 2020-12). Later releases may add fields. */
export function conformanceJsonSchema(): string {
  const schema = z.toJSONSchema(conformanceSchema, {
    io: "input",
    override: ({ jsonSchema }) => {
      // A readonly type of TypeScript is no read-only value of an API.
      delete jsonSchema.readOnly;
    },
  });
  return `${JSON.stringify({ ...schema, title: "Conformance report of Understudy" }, null, 2)}\n`;
}
