import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";

/** Whether a requirement was held on a run, by which scenarios one knows, and why one does not know. */
export type Coverage = Readonly<{
  verdict: "held" | "broken" | "not played";
  /** `Feature › Scenario` of all that carry its tag. */
  scenarios: readonly string[];
  reason: string | null;
}>;

/** Every requirement's verdict. Held means that all scenarios that carry it were played and passed, and that there is one. */
export function coverageOf(
  performance: Performance,
  requirements: ReadonlyMap<string, Requirement>,
): ReadonlyMap<string, Coverage> {
  const byTag = Map.groupBy(
    performance.scenarios.flatMap((scenario) => [...new Set(scenario.tags)].map((tag) => ({ tag, scenario }))),
    ({ tag }) => tag,
  );
  const verdicts = [...requirements.keys()].map((id) => {
    const scenarios = (byTag.get(`@${id}`) ?? []).map(({ scenario }) => scenario);
    return [id, judge(scenarios, performance.tagsLeftOut.has(`@${id}`))] as const;
  });
  return new Map(verdicts);
}

function judge(scenarios: readonly PlayedScenario[], leftOut: boolean): Coverage {
  const names = scenarios.map(({ feature, name }) => `${feature} › ${name}`);
  const unplayed = scenarios.find(({ verdict }) => verdict === "not played");
  if (scenarios.some(({ verdict }) => verdict === "failed"))
    return { verdict: "broken", scenarios: names, reason: null };
  if (unplayed) return { verdict: "not played", scenarios: names, reason: unplayed.reason };
  if (scenarios.length > 0) return { verdict: "held", scenarios: names, reason: null };
  const reason = leftOut ? "its scenario was not chosen for this run" : "no scenario carries it yet";
  return { verdict: "not played", scenarios: names, reason };
}
