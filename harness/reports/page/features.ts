import { mark, tone } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { scenarioView } from "#harness/reports/page/scenario.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { spellDuration } from "#harness/reports/spell.ts";

type Shown = Readonly<{
  scenarios: readonly PlayedScenario[];
  anchorOf: (scenario: PlayedScenario) => string;
  requirements: ReadonlyMap<string, Requirement>;
}>;

/** The broken scenarios, unfolded. */
export function brokenScenarios({ scenarios, anchorOf, requirements }: Shown): Markup | undefined {
  const broken = scenarios.filter(({ verdict }) => verdict === "failed");
  if (broken.length === 0) return undefined;
  const cards = broken.map(
    (scenario) =>
      html`<article><p class="of">${scenario.feature}</p>${scenarioView({ scenario, anchor: anchorOf(scenario), open: true, requirements })}</article>`,
  );
  return html`<section class="broken" aria-labelledby="broken"><h2 id="broken">What broke</h2>${cards}</section>`;
}

/** All features with their scenarios; a broken scenario is told above and only linked here. */
export function features({ scenarios, anchorOf, requirements }: Shown): Markup {
  const byFeature = [...Map.groupBy(scenarios, ({ file, feature }) => `${file}\0${feature}`).values()];
  const row = (scenario: PlayedScenario) =>
    scenario.verdict === "failed"
      ? html`<p class="scenario link">${mark("failed")}<a class="name" href="#${anchorOf(scenario)}">${scenario.name}</a><span class="time">${spellDuration(scenario.milliseconds)}</span></p>`
      : scenarioView({ scenario, anchor: anchorOf(scenario), open: false, requirements });
  const feature = (all: readonly PlayedScenario[]) => html`<details class="feature">
<summary><span class="name">${all[0]?.feature}</span>${dots(all)}<span class="time">${spellDuration(all.reduce((sum, one) => sum + one.milliseconds, 0))}</span></summary>
${all.map(row)}
</details>`;
  return html`<section aria-labelledby="features"><h2 id="features">Features</h2>${byFeature.map(feature)}</section>`;
}

/** Why scenarios were not played, one line a reason. */
export function notPlayed(reasons: ReadonlyMap<string, number>): Markup | undefined {
  if (reasons.size === 0) return undefined;
  const lines = [...reasons].map(([reason, count]) => html`<li><b>${count}</b> ${reason}</li>`);
  return html`<section aria-labelledby="not-played"><h2 id="not-played">Not played</h2><ul class="reasons">${lines}</ul></section>`;
}

function dots(scenarios: readonly PlayedScenario[]): Markup {
  const count = (verdict: PlayedScenario["verdict"]) => scenarios.filter((one) => one.verdict === verdict).length;
  const label = `${count("passed")} passed, ${count("failed")} failed, ${count("not played")} not played`;
  return html`<span class="dots" role="img" aria-label="${label}" title="${label}">${scenarios.map(({ verdict }) => html`<i class="${tone(verdict)}"></i>`)}</span>`;
}
