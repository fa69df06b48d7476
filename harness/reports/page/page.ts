import type { TraceLines } from "#harness/history/trace-lines.ts";
import type { Cause } from "#harness/reports/causes/causes.ts";
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

/** If more scenarios failed than this number, the exchanges around the quoted ones are omitted. */
const maxShownInFull = 50;

export type PageContents = Readonly<{
  performance: Performance;
  coverage: ReadonlyMap<string, Coverage>;
  requirements: ReadonlyMap<string, Requirement>;
  /** Causes of the failures. Default: the failures are listed without their causes. */
  causes?: ReadonlyMap<PlayedScenario, Cause>;
  setting: Setting;
  /** Lines of a scenario in `trace.ndjson`, by `file:line` of the scenario. Empty without a trace. */
  traces: ReadonlyMap<string, TraceLines>;
  /** Histories of the first failed scenarios, by `file:line` of the scenario. Default: none. */
  histories?: ReadonlyMap<string, DrawnHistory>;
}>;

/** Renders the report as an HTML document that loads nothing from the network. */
export function renderPage({
  performance,
  coverage,
  requirements,
  causes = new Map(),
  setting,
  traces,
  histories = new Map(),
}: PageContents): string {
  const scenarios = performance.scenarios;
  const counts = countScenarios(scenarios);
  const anchors = new Map(scenarios.map((scenario, index) => [scenario, `scenario-${index + 1}`]));
  const anchorOf = (scenario: PlayedScenario) => anchors.get(scenario) ?? "";
  const anchorsByName = new Map(scenarios.map((one) => [`${one.feature} › ${one.name}`, anchorOf(one)]));
  const isCrowded = counts.failed > maxShownInFull;
  const shown = { scenarios, context: { anchorOf, requirements, traces, histories, setting, isCrowded } };
  return document(
    sentence(counts),
    html`${headline(performance, counts, { setting, isTraced: traces.size > 0, anchorOf })}
${timeline(performance, anchorOf)}
${searchForm(scenarios, coverage.size)}
${brokenScenarios(shown, causes)}
${notPlayed(shown)}
${features(shown)}
${requirementsSection(requirements, coverage, anchorsByName)}`,
  );
}
