import type { Cause } from "#harness/reports/causes/causes.ts";
import { distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import type { Coverage } from "#harness/reports/coverage.ts";
import { type Expectations, expectationsOf } from "#harness/reports/expectations.ts";
import { brokenStep, failureLocation, type Performance, type PlayedScenario } from "#harness/reports/performance.ts";
import { countScenarios } from "#harness/reports/scenario-counts.ts";
import type { JudgedTarget, Setting } from "#harness/reports/setting.ts";
import { requirementIdOf } from "#harness/reports/unknown-tags.ts";

type Difference = Readonly<{
  scenario: string;
  place: string;
  requirements: readonly string[];
  /** Text of the step that failed. `found` is the first line of its error. */
  fails: string;
  found: string;
  /** Document that explains the failure if the target file expects the failure, otherwise null. */
  expected: string | null;
}>;

/** A cause for which scenarios failed. Scenarios are named `Feature › Scenario`. */
type ReportedCause = Readonly<{
  cause: string;
  /** The request that shows the cause, without secrets. Null if no request was decisive. */
  request: Cause["request"];
  /** Id to which the cause is attributed. Null if all scenarios failed in their set-up or outside of their steps. */
  id: string | null;
  ids: readonly string[];
  scenarios: readonly string[];
}>;

type Counts = Readonly<Record<Coverage["verdict"], number>>;

/** Conformance report of a run on a target. `docs/interpreting.md` explains its fields. */
export type Conformance = Readonly<{
  target: Readonly<{ name: string; clusters: JudgedTarget["clusters"]; capabilities: readonly string[] }>;
  played: Readonly<{
    release: string;
    at: string;
    milliseconds: number;
    reset: string;
    /** Prefix of the names of objects that scenarios created; null if the clusters were reset before each scenario. */
    prefix: string | null;
    provider: string;
    /** Field of a secondary's status whose value is the key of the secondary's paths filter. */
    filterKey: string;
    /** Speed of the target's clocks, as a multiple of real time. Null if the target file does not set it. */
    timeScale: number | null;
    /** Capabilities that the target file excludes. */
    lacks: readonly string[];
    features: readonly string[];
    tags: string;
    scenarios: Readonly<{ passed: number; failed: number; failedAsExpected: number; notPlayed: number }>;
  }>;
  /** Number of requirements of the documents by verdict. */
  counts: Counts;
  verdicts: Readonly<Record<string, Coverage>>;
  /** Counts and verdicts of the project's own rules, which are in no document. */
  beyond: Readonly<{ counts: Counts; verdicts: Readonly<Record<string, Coverage>> }>;
  differences: readonly Difference[];
  causes: readonly ReportedCause[];
  /** Expected failures of which a scenario passed and none failed as expected. */
  unmet: Expectations["unmet"];
}>;

export function conformanceOf({
  performance,
  coverage,
  beyond,
  causes,
  target,
  setting,
}: Readonly<{
  performance: Performance;
  coverage: ReadonlyMap<string, Coverage>;
  beyond: ReadonlyMap<string, Coverage>;
  causes: ReadonlyMap<PlayedScenario, Cause>;
  target: JudgedTarget;
  setting: Setting;
}>): Conformance {
  const { scenarios, startedAt, milliseconds } = performance;
  const { met, unmet } = expectationsOf(scenarios, target.expectedFailures);
  const { passed, failed, notPlayed } = countScenarios(scenarios);
  return {
    target: { name: target.name, clusters: target.clusters, capabilities: target.capabilities },
    played: {
      release: setting.version,
      at: new Date(startedAt).toISOString(),
      milliseconds,
      reset: target.reset,
      prefix: target.reset === "clear" ? target.prefix : null,
      provider: target.provider,
      filterKey: target.filterKey,
      timeScale: target.timeScale ?? null,
      lacks: target.lacks,
      features: setting.features,
      tags: setting.tags,
      scenarios: {
        ...{ passed, failed: failed - met.size, failedAsExpected: met.size },
        notPlayed: [...notPlayed.values()].reduce((sum, count) => sum + count, 0),
      },
    },
    counts: countsOf(coverage),
    verdicts: Object.fromEntries(coverage),
    beyond: { counts: countsOf(beyond), verdicts: Object.fromEntries(beyond) },
    differences: scenarios
      .filter(({ verdict }) => verdict === "failed")
      .map((scenario) => differenceOf(scenario, met.get(scenario)?.document ?? null)),
    causes: distinctCauses(causes).map(({ title, request, id, ids, scenarios }) => ({
      ...{ cause: title, request, id, ids },
      scenarios: scenarios.map(({ feature, name }) => `${feature} › ${name}`),
    })),
    unmet,
  };
}

function countsOf(coverage: ReadonlyMap<string, Coverage>): Counts {
  const all = [...coverage.values()];
  const counted = (verdict: Coverage["verdict"]) => all.filter((one) => one.verdict === verdict).length;
  return {
    held: counted("held"),
    broken: counted("broken"),
    "not judged": counted("not judged"),
    "not played": counted("not played"),
  };
}

function differenceOf(scenario: PlayedScenario, expected: string | null): Difference {
  const step = brokenStep(scenario);
  return {
    scenario: `${scenario.feature} › ${scenario.name}`,
    place: failureLocation(scenario),
    requirements: scenario.tags.filter((tag) => requirementIdOf(tag) !== undefined).map((tag) => tag.slice(1)),
    fails: step?.text ?? "",
    found: step?.error?.split("\n")[0] ?? "",
    expected,
  };
}
