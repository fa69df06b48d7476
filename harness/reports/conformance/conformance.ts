import { randomUUID } from "node:crypto";
import { checkers } from "#harness/checkers/checkers.ts";
import { decidableWith } from "#harness/checkers/decidable.ts";
import { eventTypes } from "#harness/history/event.ts";
import { maskText } from "#harness/masking/mask-text.ts";
import type { Cause } from "#harness/reports/causes/causes.ts";
import { distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import type { Coverage } from "#harness/reports/coverage.ts";
import { expectationsOf } from "#harness/reports/expectations.ts";
import { brokenStep, failureLocation, type Performance, type PlayedScenario } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { countScenarios } from "#harness/reports/scenario-counts.ts";
import type { JudgedTarget, Setting } from "#harness/reports/setting.ts";
import { requirementIdsIn } from "#harness/reports/unknown-tags.ts";
import type { ExpectedFailure } from "#harness/targets/target.ts";
import { unseenOnTargets } from "#harness/targets/unseen-events.ts";
import { countsOf } from "./counts.ts";
import { profileResults } from "./profile-results.ts";
import { type Conformance, schemaFile } from "./schema.ts";
import { suiteVersion } from "./suite.ts";

type Difference = Conformance["differences"][number];

export function conformanceOf({
  performance,
  requirements,
  coverage,
  beyond,
  causes,
  target,
  setting,
}: Readonly<{
  performance: Performance;
  requirements: ReadonlyMap<string, Requirement>;
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
    $schema: schemaFile,
    suite: suiteVersion(),
    run: randomUUID(),
    target: { name: maskText(target.name), clusters: target.clusters, capabilities: target.capabilities },
    played: {
      release: setting.version,
      at: new Date(startedAt).toISOString(),
      milliseconds,
      reset: target.reset,
      prefix: target.reset === "clear" ? target.prefix : null,
      provider: target.provider,
      filterKey: target.filterKey,
      timeScale: target.timeScale ?? null,
      documents: target.documents,
      lacks: target.lacks,
      profiles: setting.profiles ?? [],
      smoke: setting.smoke ?? false,
      features: setting.features,
      tags: setting.tags,
      scenarios: {
        ...{ passed, failed: failed - met.size, failedAsExpected: met.size },
        notPlayed: [...notPlayed.values()].reduce((sum, count) => sum + count, 0),
      },
    },
    profiles: profileResults(coverage, requirements, target.documents),
    counts: countsOf(coverage),
    verdicts: Object.fromEntries(coverage),
    beyond: { counts: countsOf(beyond), verdicts: Object.fromEntries(beyond) },
    rules: rulesOnTargets(),
    differences: scenarios
      .filter(({ verdict }) => verdict === "failed")
      .map((scenario) => differenceOf(scenario, documentOf(met.get(scenario)))),
    causes: distinctCauses(causes).map(({ title, request, id, ids, scenarios }) => ({
      ...{ cause: title, request, id, ids },
      scenarios: scenarios.map(({ feature, name }) => `${feature} › ${name}`),
    })),
    unmet: unmet.map((failure) => ({ ...failure, document: maskText(failure.document) })),
  };
}

/** Returns the document of an expected failure without secrets, which its address may contain. Default: null. */
function documentOf(failure: ExpectedFailure | undefined): string | null {
  return failure ? maskText(failure.document) : null;
}

/** Returns the names of the rules that the histories of a target can decide, and of the others. */
function rulesOnTargets(): NonNullable<Conformance["rules"]> {
  const decidable = decidableWith(eventTypes.filter((type) => !unseenOnTargets.includes(type)));
  const namesOf = (some: typeof checkers) => some.map(({ name }) => name);
  return { checked: namesOf(decidable), undecided: namesOf(checkers.filter((one) => !decidable.includes(one))) };
}

function differenceOf(scenario: PlayedScenario, expected: string | null): Difference {
  const step = brokenStep(scenario);
  return {
    scenario: `${scenario.feature} › ${scenario.name}`,
    place: failureLocation(scenario),
    requirements: requirementIdsIn(scenario.tags),
    fails: step?.text ?? "",
    found: step?.error?.split("\n")[0] ?? "",
    expected,
  };
}
