import { causesOf } from "#harness/reports/causes/causes.ts";
import { coverageOf } from "#harness/reports/coverage.ts";
import { readOwnRules } from "#harness/reports/own-rules.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import { readRequirements } from "#harness/reports/requirements.ts";
import {
  samplePerformance,
  sampleScenario,
  sampleSetting,
  sampleStep,
} from "#harness/reports/sample-performance.suite.ts";
import type { JudgedTarget } from "#harness/reports/setting.ts";
import { conformanceOf } from "./conformance.ts";
import type { Conformance } from "./schema.ts";

export const sampleTarget: JudgedTarget = {
  ...{ name: "Theirs", reset: "clear", prefix: "understudy-3f9a01-", filterKey: "cluster_id", lacks: [] },
  ...{ provider: "cloud", hasCloudLogin: true, documents: "1.14.9", expectedFailures: [] },
  ...{
    capabilities: ["database"],
    clusters: [{ name: "Oslo", api: "http://oslo", version: "1.14.9", edition: "open" }],
  },
};

/** A scenario with this id that failed when the state was checked. */
export function brokenScenario(id: string): PlayedScenario {
  const step = sampleStep({ keyword: "Then", text: "it is as written", verdict: "failed", error: "expected 1" });
  return sampleScenario({ name: `${id} is proved`, tags: [`@${id}`], verdict: "failed", steps: [step] });
}

/** Returns the report of a run with these scenarios on a target. The default is one scenario, which passed. */
export function sampleReport(
  scenarios: readonly PlayedScenario[] = [sampleScenario()],
  target: Partial<JudgedTarget> = {},
): Conformance {
  const performance = samplePerformance(...scenarios);
  const judged = { ...sampleTarget, ...target };
  const requirements = readRequirements();
  const ownRules = readOwnRules();
  const causes = causesOf(performance.scenarios, requirements);
  return conformanceOf({
    ...{ performance, requirements, causes, target: judged, setting: { ...sampleSetting, stage: "remote" } },
    coverage: coverageOf(performance, requirements, causes, judged.documents),
    beyond: coverageOf(performance, ownRules, causes),
  });
}
