import { type CauseRequest, type FailureCause, failureCauseOf, idsOf } from "#harness/reports/causes/failure-cause.ts";
import { WordWeights } from "#harness/reports/causes/word-weights.ts";
import { brokenStep, type PlayedScenario } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

/** A cause for which scenarios failed. */
export type Cause = Readonly<{
  title: string;
  /** The request that shows the cause in the first of the scenarios, or null. */
  request: CauseRequest | null;
  /** Id to which the cause is attributed. Null if all scenarios failed in their set-up or outside of their steps. */
  id: string | null;
  /** Ids that are broken by the cause: `id`, and ids that nothing distinguishes from it. */
  broken: ReadonlySet<string>;
  /** Ids of the scenarios. */
  ids: readonly string[];
  scenarios: readonly PlayedScenario[];
}>;

/** Returns the cause of each failed scenario. Scenarios with the same cause have the same object, in order of size. */
export function causesOf(
  scenarios: readonly PlayedScenario[],
  requirements: ReadonlyMap<string, Requirement>,
): ReadonlyMap<PlayedScenario, Cause> {
  const weights = new WordWeights(requirements);
  const failed = scenarios.filter(({ verdict }) => verdict === "failed");
  const failures = failed.map((scenario) => ({ scenario, cause: failureCauseOf(scenario) }));
  const groups = [...Map.groupBy(failures, ({ cause }) => cause.key).values()];
  return new Map(
    groups
      .toSorted((one, other) => other.length - one.length)
      .flatMap((group) => {
        const cause = causeOf(group, { weights, requirements });
        return group.map(({ scenario }) => [scenario, cause] as const);
      }),
  );
}

/** True if the failure judges the requirements of the scenario: it failed in a step that is not set-up. */
export function isJudged(scenario: PlayedScenario): boolean {
  const step = brokenStep(scenario);
  return step?.verdict === "failed" && step.line !== null && !step.isSetUp;
}

type Failure = Readonly<{ scenario: PlayedScenario; cause: FailureCause }>;
type Context = Readonly<{ weights: WordWeights; requirements: ReadonlyMap<string, Requirement> }>;

function causeOf(group: readonly Failure[], context: Context): Cause {
  const first = group.find(({ scenario }) => isJudged(scenario)) ?? group[0];
  const scenarios = group.map(({ scenario }) => scenario);
  const judged = group.filter(({ scenario }) => isJudged(scenario));
  const candidates = [...new Set(judged.flatMap(({ scenario }) => idsOf(scenario)))];
  const evidence = first?.cause.evidence ?? "";
  const [id = null] = ranked(candidates, judged, evidence, context);
  const broken = first?.cause.isRefusal && id !== null ? besides(id, judged, context) : candidates.filter(isNamed);
  function isNamed(candidate: string): boolean {
    return judged.some(({ scenario, cause }) => bestNamed(scenario, cause, context).includes(candidate));
  }
  return {
    title: first?.cause.title ?? "",
    request: first?.cause.request ?? null,
    id: broken.find((one) => one === id) ?? broken[0] ?? null,
    broken: new Set(broken),
    ids: [...new Set(scenarios.flatMap((scenario) => idsOf(scenario)))],
    scenarios,
  };
}

/**
 * Sorts ids by how well they explain a cause: those of all its scenarios first, requirements of the documents before own
 * rules, then those whose text has more rare words in common with the failure, then those of more scenarios.
 */
function ranked(
  ids: readonly string[],
  judged: readonly Failure[],
  evidence: string,
  { weights, requirements }: Context,
): readonly string[] {
  const scored = ids.map((id) => {
    const count = judged.filter(({ scenario }) => idsOf(scenario).includes(id)).length;
    const isOwn = requirements.get(id)?.origin === "own";
    return { id, count, isOwn, isCommon: count === judged.length, score: weights.shared(id, evidence) };
  });
  return scored
    .toSorted(
      (one, other) =>
        Number(one.isOwn) - Number(other.isOwn) ||
        Number(other.isCommon) - Number(one.isCommon) ||
        other.score - one.score ||
        other.count - one.count,
    )
    .map(({ id }) => id);
}

/** Returns `id`, and the ids of exactly the same scenarios, unless the failure names `id` more exactly than them. */
function besides(id: string, judged: readonly Failure[], context: Context): readonly string[] {
  const carrying = judged.filter(({ scenario }) => idsOf(scenario).includes(id));
  return (carrying[0] ? idsOf(carrying[0].scenario) : []).filter(
    (other) =>
      judged.every(({ scenario }) => idsOf(scenario).includes(other) === idsOf(scenario).includes(id)) &&
      carrying.some(({ scenario, cause }) => {
        const named = bestNamed(scenario, cause, context);
        return named.includes(other) || !named.includes(id);
      }),
  );
}

/**
 * Returns the ids of a scenario whose texts have most of the field names in the failure: all ids if none has any. Own
 * rules do not exclude requirements of the documents.
 */
function bestNamed(
  scenario: PlayedScenario,
  { evidence }: FailureCause,
  { weights, requirements }: Context,
): readonly string[] {
  const scored = idsOf(scenario).map((id) => {
    const isOwn = requirements.get(id)?.origin === "own";
    return { id, isOwn, named: weights.fieldsNamed(id, evidence) };
  });
  const best = scored.filter(({ isOwn, named }) => scored.every((one) => one.named <= named || (one.isOwn && !isOwn)));
  return best.map(({ id }) => id);
}
