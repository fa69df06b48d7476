import { formatDuration } from "#harness/reports/format.ts";
import { tone } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { Performance, PlayedScenario } from "#harness/reports/performance.ts";

/** Renders when scenarios ran: a lane for each worker, and a bar for each scenario that was played. */
export function timeline(performance: Performance, anchorOf: (scenario: PlayedScenario) => string): Markup {
  const played = performance.scenarios.filter(({ verdict }) => verdict !== "not played");
  if (played.length === 0) return html``;
  const lanes = [...Map.groupBy(played, ({ worker }) => worker)].toSorted(
    ([one], [other]) => Number(one) - Number(other),
  );
  const whole = Math.max(performance.milliseconds, 1);
  const stroke = (scenario: PlayedScenario) => {
    const left = percent((scenario.startedAt - performance.startedAt) / whole);
    const width = percent(scenario.milliseconds / whole);
    const title = `${scenario.name}, ${scenario.verdict}, ${formatDuration(scenario.milliseconds)}`;
    return html`<a class="${tone(scenario.verdict)}" href="#${anchorOf(scenario)}" title="${title}" style="left:${left};width:${width}" tabindex="-1"></a>`;
  };
  return html`<section class="timeline" aria-label="When each scenario was played">
${lanes.map(([, scenarios]) => html`<div class="lane">${scenarios.map(stroke)}</div>`)}
<div class="scale" aria-hidden="true"><span>0</span><span>${formatDuration(whole / 2)}</span><span>${formatDuration(whole)}</span></div>
</section>`;
}

function percent(share: number): string {
  return `${(Math.min(Math.max(share, 0), 1) * 100).toFixed(3)}%`;
}
