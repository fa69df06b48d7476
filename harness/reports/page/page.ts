import type { TraceLines } from "#harness/history/trace-lines.ts";
import type { Coverage } from "#harness/reports/coverage.ts";
import { document } from "#harness/reports/page/document.ts";
import { brokenScenarios, features, notPlayed } from "#harness/reports/page/features.ts";
import { headline, sentence } from "#harness/reports/page/headline.ts";
import type { DrawnHistory } from "#harness/reports/page/lanes/lanes.ts";
import { html } from "#harness/reports/page/markup.ts";
import { requirementsSection } from "#harness/reports/page/requirements-section.ts";
import { searchForm } from "#harness/reports/page/search.ts";
import { timeline } from "#harness/reports/page/timeline.ts";
import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { countScenarios } from "#harness/reports/scenario-counts.ts";
import type { Setting } from "#harness/reports/setting.ts";

/** Of more broken scenarios only the request that was judged is told, so that the page opens at once however many there are. */
const maxToldInFull = 50;

/** All that the page tells. */
export type Told = Readonly<{
  performance: Performance;
  coverage: ReadonlyMap<string, Coverage>;
  requirements: ReadonlyMap<string, Requirement>;
  setting: Setting;
  /** Where in `trace.ndjson` a scenario's trace is, by `file:line`; empty without a trace. */
  traces: ReadonlyMap<string, TraceLines>;
  /** What happened in scenarios that broke, by `file:line`; empty where nothing did, or it was not recorded. */
  histories?: ReadonlyMap<string, DrawnHistory>;
}>;

/** The report as one HTML document that needs nothing else: no other script, no font, no picture, no network. */
export function renderPage({
  performance,
  coverage,
  requirements,
  setting,
  traces,
  histories = new Map(),
}: Told): string {
  const scenarios = performance.scenarios;
  const counts = countScenarios(scenarios);
  const anchors = new Map(scenarios.map((scenario, index) => [scenario, `scenario-${index + 1}`]));
  const anchorOf = (scenario: PlayedScenario) => anchors.get(scenario) ?? "";
  const anchorsByName = new Map(scenarios.map((one) => [`${one.feature} › ${one.name}`, anchorOf(one)]));
  const isCrowded = counts.failed > maxToldInFull;
  const shown = { scenarios, context: { anchorOf, requirements, traces, histories, setting, isCrowded } };
  return document(
    sentence(counts),
    html`${headline(performance, counts, { setting, isTraced: traces.size > 0, anchorOf })}
${timeline(performance, anchorOf)}
${searchForm(scenarios, coverage.size)}
${brokenScenarios(shown)}
${notPlayed(shown)}
${features(shown)}
${requirementsSection(requirements, coverage, anchorsByName)}`,
  );
}
