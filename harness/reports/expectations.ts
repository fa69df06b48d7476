import { isDeepStrictEqual } from "node:util";
import { brokenStep, type PlayedScenario } from "#harness/reports/performance.ts";
import type { ExpectedFailure } from "#harness/targets/target.ts";

/** `met` has the expected failure of each scenario that failed as expected. */
export type Expectations = Readonly<{
  met: ReadonlyMap<PlayedScenario, ExpectedFailure>;
  /** Expected failures of which a scenario passed and none failed as expected. */
  unmet: readonly ExpectedFailure[];
  /** Messages about the failures in `met` and in `unmet`. */
  lines: readonly string[];
}>;

/** Compares a run with the expected failures. A failure is expected only at the step that the target file names. */
export function expectationsOf(
  scenarios: readonly PlayedScenario[],
  expected: readonly ExpectedFailure[],
): Expectations {
  const met = new Map<PlayedScenario, ExpectedFailure>();
  const unmet: ExpectedFailure[] = [];
  for (const failure of expected) {
    const meant = scenarios.filter((scenario) => isMeant(scenario, failure) && scenario.verdict !== "not played");
    const came = meant.filter((one) => one.verdict === "failed" && matches(failure.fails, brokenStep(one)?.text ?? ""));
    for (const scenario of came) met.set(scenario, failure);
    if (came.length === 0 && meant.some(({ verdict }) => verdict === "passed")) unmet.push(failure);
  }
  const lines = [
    ...[...met].map(([{ feature, name }, { document }]) => `failed as expected: ${feature} › ${name} (${document})`),
    ...unmet.map(unmetLine),
  ];
  return { met, unmet, lines };
}

/** Returns the message for an expected failure that did not occur. */
export function unmetLine({ of, fails }: ExpectedFailure): string {
  return `expected to fail and did not: ${of} at ${JSON.stringify(fails)}; remove it from the target's file`;
}

/** Document of an expected failure that a run has recorded and that is still to be examined. */
const unexamined = "not examined";

/**
 * Changes to a file of expectations after a run on servers of `release`. `added` are the failures of the run that none of
 * `applying` expects; `removed` are those of the file that did not occur although a scenario passed.
 */
export function expectationChanges(
  scenarios: readonly PlayedScenario[],
  {
    inFile,
    applying,
    release,
  }: Readonly<Record<"inFile" | "applying", readonly ExpectedFailure[]> & { release: string }>,
): Readonly<Record<"added" | "removed", readonly ExpectedFailure[]>> {
  const { met } = expectationsOf(scenarios, applying);
  const inForce = inFile.filter((one) => appliesTo(one, release));
  const added = scenarios
    .filter((scenario) => scenario.verdict === "failed" && !met.has(scenario))
    .map((scenario) => ({
      of: `${scenario.feature} › ${scenario.name}`,
      fails: brokenStep(scenario)?.text || "*",
      document: unexamined,
      releases: release,
    }));
  return { added, removed: expectationsOf(scenarios, inForce).unmet };
}

/** Returns `expected` with these changes. */
export function changed(
  expected: readonly ExpectedFailure[],
  { added, removed }: ReturnType<typeof expectationChanges>,
): readonly ExpectedFailure[] {
  return [...expected.filter((one) => !removed.some((other) => isDeepStrictEqual(one, other))), ...added];
}

/** True if a failure is expected of servers of this release. */
export function appliesTo({ releases = "*" }: ExpectedFailure, release: string): boolean {
  return matches(releases, release);
}

function isMeant({ feature, name, tags }: PlayedScenario, { of }: ExpectedFailure): boolean {
  return tags.includes(`@${of}`) || matches(of, `${feature} › ${name}`);
}

/** True if `text` is `pattern`, in which `*` stands for any characters. */
export function matches(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  if (others.length === 0) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  const last = others.pop() ?? "";
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - from >= last.length && text.endsWith(last);
}
