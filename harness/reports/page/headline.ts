import { formatCount, formatDuration } from "#harness/reports/format.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { brokenStep, type Performance, type PlayedScenario } from "#harness/reports/performance.ts";
import type { ScenarioCounts } from "#harness/reports/scenario-counts.ts";
import { type JudgedTarget, type Setting, selectionOptions } from "#harness/reports/setting.ts";

const maxReasons = 3;
const maxReason = 300;

export function headline(
  performance: Performance,
  counts: ScenarioCounts,
  {
    setting,
    isTraced,
    anchorOf,
  }: { setting: Setting; isTraced: boolean; anchorOf: (scenario: PlayedScenario) => string },
): Markup {
  const unplayed = [...counts.notPlayed.values()].reduce((sum, count) => sum + count, 0);
  return html`<header>
<p class="eyebrow">Understudy <span aria-hidden="true">·</span> a rehearsal</p>
<h1>${sentence(counts)}</h1>
<ul class="counts">
<li class="good"><b>${counts.passed}</b> passed</li>
<li class="${counts.failed > 0 ? "bad" : "quiet"}"><b>${counts.failed}</b> failed</li>
<li class="quiet"><b>${unplayed}</b> not played</li>
</ul>
${reasons(performance, anchorOf)}
${performance.crash !== null && html`<p class="crash" role="alert"><b>The run itself failed, so do not trust the counts.</b> ${performance.crash}</p>`}
<dl class="facts">${facts(performance, setting)}</dl>
<nav aria-label="In this report">${links(counts.failed > 0, unplayed > 0)}<span class="quiet">beside it:</span>${files({ isTraced, isTarget: setting.target !== undefined })}</nav>
</header>`;
}

function reasons({ scenarios }: Performance, anchorOf: (scenario: PlayedScenario) => string): Markup | undefined {
  const broken = scenarios.filter(({ verdict }) => verdict === "failed").slice(0, maxReasons);
  if (broken.length === 0) return undefined;
  const reasonOf = (scenario: PlayedScenario) => brokenStep(scenario)?.error?.split("\n")[0]?.slice(0, maxReason);
  return html`<ul class="reasons">${broken.map((one) => html`<li><a href="#${anchorOf(one)}">${one.name}</a>: ${reasonOf(one)}</li>`)}</ul>`;
}

/** Returns the verdict on the run, for the headline and the title of the page. */
export function sentence({ passed, failed }: ScenarioCounts): string {
  const played = passed + failed;
  if (played === 0) return "Nothing was played";
  if (failed > 0) return `${failed} of ${formatCount(played, "scenario")} broke`;
  return played === 1 ? "The one scenario held" : `All ${played} scenarios held`;
}

function facts(performance: Performance, setting: Setting): readonly Markup[] {
  const when = new Date(performance.startedAt).toISOString();
  const { features, tags } = setting;
  const asked = [...features, ...(tags === "" ? [] : [tags]), ...selectionOptions(setting)].join(" ");
  return [
    fact("Stage", setting.stage),
    ...(setting.target ? [fact("Target", describeTarget(setting.target))] : []),
    setting.seed === null ? html`` : fact("Seed", html`<code>${setting.seed}</code>`),
    fact("Database", setting.database),
    fact("Cloud", setting.cloud),
    fact("Took", formatDuration(performance.milliseconds)),
    fact("Began", html`<time datetime="${when}">${when.slice(0, 16).replace("T", " ")} UTC</time>`),
    fact("Release", setting.version),
    asked === "" ? html`` : html`<div class="asked"><dt>Asked for</dt><dd><code>${asked}</code></dd></div>`,
  ];
}

function describeTarget({ name, clusters }: JudgedTarget): string {
  return `${name}: ${clusters.map((one) => `${one.name} ${one.version} (${one.edition})`).join(", ")}`;
}

function links(isBroken: boolean, isUnplayed: boolean): readonly Markup[] {
  return [
    ...(isBroken ? [html`<a href="#broken">What broke</a>`] : []),
    ...(isUnplayed ? [html`<a href="#not-played">Not played</a>`] : []),
    html`<a href="#features">Features</a>`,
    html`<a href="#requirements">Requirements</a>`,
  ];
}

function files({ isTraced, isTarget }: { isTraced: boolean; isTarget: boolean }): readonly Markup[] {
  const names = [
    ...(isTraced ? ["trace.ndjson"] : []),
    ...(isTarget ? ["conformance.json"] : []),
    "messages.ndjson",
    "junit.xml",
    "requirements.json",
  ];
  return names.map((name) => html`<a href="${name}">${name}</a>`);
}

function fact(name: string, value: Markup | string): Markup {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
