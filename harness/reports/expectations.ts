import { brokenStep, type PlayedScenario } from "#harness/reports/performance.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";

type ExpectedFailure = JudgedTarget["expectedFailures"][number];

/** What became of the failures that a target's file expects. */
export type Expectations = Readonly<{
  /** Scenarios that failed as was expected, and what explains it. */
  met: ReadonlyMap<PlayedScenario, ExpectedFailure>;
  /** Failures that were expected and did not come, though their scenarios were played. */
  unmet: readonly ExpectedFailure[];
  /** For people: what was expected and came, and what did not come. */
  lines: readonly string[];
}>;

/** Compares what was played with what was expected to fail. A scenario that fails at another step has failed as any other. */
export function expectationsOf(
  scenarios: readonly PlayedScenario[],
  expected: readonly ExpectedFailure[],
): Expectations {
  const met = new Map<PlayedScenario, ExpectedFailure>();
  const unmet: ExpectedFailure[] = [];
  for (const failure of expected) {
    const meant = scenarios.filter((scenario) => isMeant(scenario, failure) && scenario.verdict !== "not played");
    const came = meant.filter((one) => one.verdict === "failed" && brokenStep(one)?.text === failure.fails);
    for (const scenario of came) met.set(scenario, failure);
    if (came.length === 0 && meant.some(({ verdict }) => verdict === "passed")) unmet.push(failure);
  }
  const lines = [
    ...[...met].map(([{ feature, name }, { document }]) => `failed as expected: ${feature} › ${name} (${document})`),
    ...unmet.map(
      ({ of, fails }) =>
        `expected to fail and did not: ${of} at ${JSON.stringify(fails)}; take it off the target's file`,
    ),
  ];
  return { met, unmet, lines };
}

function isMeant({ feature, name, tags }: PlayedScenario, { of }: ExpectedFailure): boolean {
  return tags.includes(`@${of}`) || `${feature} › ${name}` === of;
}
