import { brokenStep, type PlayedScenario } from "#harness/reports/performance.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";

type ExpectedFailure = JudgedTarget["expectedFailures"][number];

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
    const came = meant.filter((one) => one.verdict === "failed" && brokenStep(one)?.text === failure.fails);
    for (const scenario of came) met.set(scenario, failure);
    if (came.length === 0 && meant.some(({ verdict }) => verdict === "passed")) unmet.push(failure);
  }
  const lines = [
    ...[...met].map(([{ feature, name }, { document }]) => `failed as expected: ${feature} › ${name} (${document})`),
    ...unmet.map(
      ({ of, fails }) =>
        `expected to fail and did not: ${of} at ${JSON.stringify(fails)}; remove it from the target's file`,
    ),
  ];
  return { met, unmet, lines };
}

function isMeant({ feature, name, tags }: PlayedScenario, { of }: ExpectedFailure): boolean {
  return tags.includes(`@${of}`) || `${feature} › ${name}` === of;
}
