import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { readRequirements } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { profileResults } from "./profile-results.ts";
import { type Conformance, conformanceSchema } from "./schema.ts";
import { idsOfSuite, suiteVersion } from "./suite.ts";

/** Maximum number of problems of one report. */
const maxProblems = 20;

/** Result of the check: the report if it is valid, otherwise its problems, each in one line. */
export type Checked =
  | Readonly<{ report: Conformance; problems: readonly [] }>
  | Readonly<{ problems: readonly string[] }>;

/** Checks that a JSON text is a conformance report of a known suite, and that its parts agree. */
export function checkReport(text: string): Checked {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { problems: [`is not JSON: ${(error as Error).message}`] };
  }
  const parsed = conformanceSchema.safeParse(document);
  if (!parsed.success) return { problems: parsed.error.issues.slice(0, maxProblems).map(problemOf) };
  const report = parsed.data;
  const problems = [...inconsistencies(report)].slice(0, maxProblems);
  return problems.length > 0 ? { problems } : { report, problems: [] };
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `${path.map(String).join(".") || "the document"}: ${message}`;
}

function* inconsistencies(report: Conformance): Generator<string> {
  const { suite, verdicts, beyond, counts, profiles, differences, played } = report;
  const known = idsOfSuite(suite);
  if (!known) {
    yield `suite: ${JSON.stringify(suite)} is unknown; this release has ${suiteVersion()}`;
    return;
  }
  const given = new Map(Object.entries(verdicts));
  for (const id of known) if (!given.has(id)) yield `verdicts.${id}: is missing`;
  for (const id of given.keys()) if (!known.has(id)) yield `verdicts.${id}: is no requirement of suite ${suite}`;
  if (!isDeepStrictEqual(counts, countsOf(given))) yield "counts: must be the numbers of verdicts";
  if (!isDeepStrictEqual(beyond.counts, countsOf(new Map(Object.entries(beyond.verdicts)))))
    yield "beyond.counts: must be the numbers of beyond.verdicts";
  if (
    suite === suiteVersion() &&
    !isDeepStrictEqual(profiles, profileResults(given, readRequirements(), played.documents))
  )
    yield "profiles: must be the results of the verdicts";
  const failed = new Set(differences.flatMap(({ requirements }) => requirements));
  for (const [id, one] of [...given, ...Object.entries(beyond.verdicts)]) {
    if (one.verdict === "broken" && !failed.has(id)) yield `verdicts.${id}: is broken, and no difference has it`;
    if (one.verdict === "held" && one.proofs.length === 0) yield `verdicts.${id}: is held without a scenario`;
    if (one.verdict === "held" && [...one.proofs, ...one.members].some(({ verdict }) => verdict !== "held"))
      yield `verdicts.${id}: is held, and a scenario or member of it is not`;
  }
  const expected = differences.filter(({ expected }) => expected !== null).length;
  if (played.scenarios.failedAsExpected !== expected)
    yield "played.scenarios.failedAsExpected: must be the number of differences with a document";
  if (played.scenarios.failed + played.scenarios.failedAsExpected !== differences.length)
    yield "played.scenarios.failed: must be the number of differences without a document";
}
