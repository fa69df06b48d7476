import type { Cause } from "#harness/reports/causes/causes.ts";
import { attributionOf, distinctCauses } from "#harness/reports/causes/describe-cause.ts";
import { formatDuration } from "#harness/reports/format.ts";
import { mark, tone } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { found, type ScenarioContext, scenarioView } from "#harness/reports/page/scenario.ts";
import type { PlayedScenario } from "#harness/reports/performance.ts";

type Shown = Readonly<{ scenarios: readonly PlayedScenario[]; context: ScenarioContext }>;

export function brokenScenarios(
  { scenarios, context }: Shown,
  causes: ReadonlyMap<PlayedScenario, Cause>,
): Markup | undefined {
  const broken = scenarios.filter(({ verdict }) => verdict === "failed");
  if (broken.length === 0) return undefined;
  const cards = broken.map(
    (scenario) =>
      html`<article data-feature="${scenario.feature}"><p class="of">${scenario.feature}</p>${scenarioView(scenario, context)}</article>`,
  );
  return html`<section class="broken holder" aria-labelledby="broken"><h2 id="broken">What broke</h2>${broken.length > 1 && indexOf(broken, { context, causes })}${cards}</section>`;
}

/** Renders links to the failed scenarios. Scenarios with the same cause are listed together, below the cause. */
function indexOf(
  broken: readonly PlayedScenario[],
  { context: { anchorOf }, causes }: { context: ScenarioContext; causes: ReadonlyMap<PlayedScenario, Cause> },
): readonly Markup[] {
  const link = (scenario: PlayedScenario) =>
    html`<li data-of="${anchorOf(scenario)}"${found(scenario)}><a href="#${anchorOf(scenario)}">${scenario.feature} › ${scenario.name}</a></li>`;
  const shared = distinctCauses(causes).filter((cause) => cause.scenarios.length > 1);
  const single = broken.filter((scenario) => !shared.some((cause) => cause.scenarios.includes(scenario)));
  return [
    ...shared.map(
      (cause) =>
        html`<div class="cause"><p><b>${cause.scenarios.length} failures with one cause:</b> ${cause.title}${attributed(cause)}</p><ol class="index">${cause.scenarios.map(link)}</ol></div>`,
    ),
    html`<ol class="index">${single.map(link)}</ol>`,
  ];
}

function attributed(cause: Cause): Markup | undefined {
  const attribution = attributionOf(cause);
  return attribution === undefined ? undefined : html` <span class="quiet">(${attribution})</span>`;
}

/** Renders all features with their scenarios. Failed scenarios are links to their cards above. */
export function features({ scenarios, context }: Shown): Markup {
  const byFeature = [...Map.groupBy(scenarios, ({ file, feature }) => `${file}\0${feature}`).values()];
  const row = (scenario: PlayedScenario) =>
    scenario.verdict === "failed" ? linkTo(scenario, context.anchorOf(scenario)) : scenarioView(scenario, context);
  const feature = (
    all: readonly PlayedScenario[],
  ) => html`<details class="feature holder" data-feature="${all[0]?.feature}">
<summary><span class="name">${all[0]?.feature}</span>${dots(all)}<span class="time">${formatDuration(all.reduce((sum, one) => sum + one.milliseconds, 0))}</span></summary>
${all.map(row)}
</details>`;
  return html`<section class="holder" aria-labelledby="features"><h2 id="features">Features</h2>${byFeature.map(feature)}</section>`;
}

function linkTo(scenario: PlayedScenario, anchor: string): Markup {
  return html`<p class="scenario link" data-of="${anchor}"${found(scenario)}>${mark("failed")}<a class="name" href="#${anchor}">${scenario.name}</a><span class="time">${formatDuration(scenario.milliseconds)}</span></p>`;
}

/** Renders the reasons why scenarios were not played, with links to these scenarios. */
export function notPlayed({ scenarios, context }: Shown): Markup | undefined {
  const unplayed = scenarios.filter(({ verdict }) => verdict === "not played");
  if (unplayed.length === 0) return undefined;
  const link = (scenario: PlayedScenario) =>
    html`<li><a href="#${context.anchorOf(scenario)}">${scenario.feature} › ${scenario.name}</a></li>`;
  const reasons = [...Map.groupBy(unplayed, ({ reason }) => reason ?? "")].map(
    ([reason, members]) =>
      html`<details class="reason-group"><summary><b>${members.length}</b><span class="name">${reason}</span></summary><ul>${members.map(link)}</ul></details>`,
  );
  return html`<section class="unplayed" aria-labelledby="not-played"><h2 id="not-played">Not played</h2>${reasons}</section>`;
}

function dots(scenarios: readonly PlayedScenario[]): Markup {
  const count = (verdict: PlayedScenario["verdict"]) => scenarios.filter((one) => one.verdict === verdict).length;
  const label = `${count("passed")} passed, ${count("failed")} failed, ${count("not played")} not played`;
  return html`<span class="dots" role="img" aria-label="${label}" title="${label}">${scenarios.map(({ verdict }) => html`<i class="${tone(verdict)}"></i>`)}</span>`;
}
