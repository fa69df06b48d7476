import type { z } from "zod";
import { decisiveOf } from "#harness/reports/coverage.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import { countsOf } from "./counts.ts";
import { profileResults } from "./profile-results.ts";
import { whyInapplicable } from "./releases.ts";
import { type Conformance, conformanceSchema } from "./schema.ts";
import { idsOfSuite, suiteVersion } from "./suite.ts";

/** Maximum number of problems of one report. */
const maxProblems = 20;

/** Result of the check: the report if it is valid, otherwise its problems. Each problem is one line. */
export type Checked =
  | Readonly<{ report: Conformance; problems: readonly [] }>
  | Readonly<{ problems: readonly string[] }>;

/** Checks that a JSON text is a conformance report of a known suite, and that its parts agree. */
export function checkReport(text: string): Checked {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { problems: [`is not JSON: ${(error as Error).message.replace(/\s+/g, " ")}`] };
  }
  const parsed = conformanceSchema.safeParse(document);
  if (!parsed.success) return { problems: parsed.error.issues.slice(0, maxProblems).map(problemOf) };
  const report = parsed.data;
  const problems = inconsistencies(report).take(maxProblems).toArray();
  return problems.length > 0 ? { problems } : { report, problems: [] };
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `${path.map(String).join(".") || "the document"}: ${message}`.replace(/\s+/g, " ");
}

function* inconsistencies(report: Conformance): Generator<string> {
  const { suite, verdicts, beyond, counts, profiles, played } = report;
  const known = idsOfSuite(suite);
  if (!known) {
    yield `suite: ${JSON.stringify(suite)} is unknown; this release has ${suiteVersion()}`;
    return;
  }
  const given = new Map(Object.entries(verdicts));
  for (const id of known) if (!given.has(id)) yield `verdicts.${id}: is missing`;
  for (const id of given.keys()) if (!known.has(id)) yield `verdicts.${id}: is no requirement of suite ${suite}`;
  yield* disagreements(counts, countsOf(given), "counts");
  yield* disagreements(beyond.counts, countsOf(new Map(Object.entries(beyond.verdicts))), "beyond.counts");
  if (suite === suiteVersion())
    yield* disagreements(profiles, profileResults(given, readRequirements(), played.documents), "profiles");
  yield* verdictProblems(report);
  yield* differenceProblems(report, known);
}

/** Yields the fields of `given` that differ from `expected`. `source` names the fields that determine `expected`. */
function* disagreements(given: unknown, expected: unknown, path: string, source = "verdicts"): Generator<string> {
  if (isRecord(given) && isRecord(expected)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(given)]))
      yield* disagreements(given[name], expected[name], `${path}.${name}`, source);
  } else if (given === undefined) yield `${path}: is missing`;
  else if (expected === undefined) yield `${path}: has no requirement in this suite`;
  else if (given !== expected)
    yield `${path}: is ${JSON.stringify(given)}, but the ${source} make it ${JSON.stringify(expected)}`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

type Judged = Conformance["verdicts"][string];

function* verdictProblems({ verdicts, beyond, differences, played }: Conformance): Generator<string> {
  const failed = new Set(differences.flatMap(({ requirements }) => requirements));
  const all = [
    ...Object.entries(verdicts).map(([id, one]) => ({ path: `verdicts.${id}`, id, one })),
    ...Object.entries(beyond.verdicts).map(([id, one]) => ({ path: `beyond.verdicts.${id}`, id, one })),
  ];
  const broken = new Set(all.filter(({ one }) => one.verdict === "broken").map(({ id }) => id));
  const requirements = readRequirements();
  // A cause can be attributed to a requirement that is not judged, because it does not apply to the release.
  const isCause = (id: string) => {
    const requirement = requirements.get(id);
    return broken.has(id) || (requirement && whyInapplicable(requirement, played.documents) !== undefined);
  };
  for (const { path, id, one } of all) {
    const expected = verdictOf(one);
    if (one.verdict !== expected)
      yield `${path}.verdict: is ${one.verdict}, but its scenarios and members make it ${expected}`;
    if (one.verdict === "broken" && !failed.has(id)) yield `${path}: is broken, and no difference has it`;
    const needsReason = one.verdict === "not judged" || one.verdict === "not played";
    if (needsReason !== (one.reason !== null))
      yield `${path}.reason: must be ${needsReason ? "given" : "null"} with the verdict ${one.verdict}`;
    if (one.because !== undefined && !isCause(one.because))
      yield `${path}.because: ${JSON.stringify(one.because)} is not broken`;
  }
}

function verdictOf({ proofs, members }: Judged): Judged["verdict"] {
  const { verdict: whole } = decisiveOf(proofs) ?? { verdict: "not played" };
  if (whole !== "held") return whole;
  return members.find(({ verdict }) => verdict !== "held")?.verdict ?? "held";
}

function* differenceProblems(report: Conformance, known: ReadonlySet<string>): Generator<string> {
  const { suite, differences, played, beyond, verdicts } = report;
  const own = readOwnRules();
  const isKnown = (id: string) => known.has(id) || own.has(id) || Object.hasOwn(beyond.verdicts, id);
  for (const [index, { requirements }] of differences.entries())
    for (const id of requirements.filter((one) => !isKnown(one)))
      yield `differences.${index}.requirements: ${JSON.stringify(id)} is neither in suite ${suite} nor an own rule`;
  const { failed, failedAsExpected, passed } = played.scenarios;
  const expected = differences.filter(({ expected }) => expected !== null).length;
  yield* disagreements(failedAsExpected, expected, "played.scenarios.failedAsExpected", "differences");
  yield* disagreements(failed, differences.length - expected, "played.scenarios.failed", "differences");
  const isHeld = Object.values(verdicts).some(({ verdict }) => verdict === "held");
  if (isHeld && passed === 0) yield "played.scenarios.passed: is 0, but a requirement is held";
}
