import { exchanges } from "#harness/reports/page/exchanges.ts";
import { mark } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { brokenStep, type PlayedScenario, type PlayedStep } from "#harness/reports/performance.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import { spellDuration } from "#harness/reports/spell.ts";
import { capabilityOf, requirementIdOf } from "#harness/reports/unknown-tags.ts";

/** How a scenario is shown: where it can be linked to, and whether it is unfolded. */
export type ScenarioView = Readonly<{
  scenario: PlayedScenario;
  anchor: string;
  open: boolean;
  requirements: ReadonlyMap<string, Requirement>;
}>;

/** One scenario with its steps; a broken one with its error and the exchanges around it. */
export function scenarioView({ scenario, anchor, open, requirements }: ScenarioView): Markup {
  const broken = scenario.verdict === "failed" ? brokenStep(scenario) : undefined;
  return html`<details class="scenario" id="${anchor}"${open && html` open`}>
<summary>${mark(scenario.verdict)}<span class="name">${scenario.name}</span><span class="time">${timeOf(scenario)}</span></summary>
${scenario.reason !== null && html`<p class="reason">Not played: ${scenario.reason}</p>`}
<ol class="steps">${scenario.steps.map((step) => stepView(step, step === broken))}</ol>
${broken && exchanges(scenario.steps, broken)}
<p class="origin">${scenario.tags.map((tag) => tagView(tag, requirements))}<code>${scenario.file}:${scenario.line}</code></p>
</details>`;
}

function timeOf(scenario: PlayedScenario): string {
  return scenario.verdict === "not played" ? "" : spellDuration(scenario.milliseconds);
}

function stepView(step: PlayedStep, broken: boolean): Markup {
  const time = step.verdict === "skipped" ? "" : spellDuration(step.milliseconds);
  return html`<li class="${broken ? "broken" : step.verdict}">${mark(step.verdict)}<div><span class="keyword">${step.keyword}</span> ${phrase(step.text)}${argumentView(step.argument)}${step.error !== undefined && html`<pre class="error">${step.error}</pre>`}</div><span class="time">${time}</span></li>`;
}

/** A step's sentence, with what stands in quotes set apart. */
function phrase(text: string): readonly (Markup | string)[] {
  return text
    .split(/("[^"]*")/)
    .map((part) => (part.startsWith('"') ? html`<span class="value">${part}</span>` : part));
}

function argumentView(argument: PlayedStep["argument"]): Markup | undefined {
  if (argument === undefined) return undefined;
  if (typeof argument === "string") return html`<pre>${argument}</pre>`;
  return html`<table class="argument"><tbody>${argument.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`;
}

function tagView(tag: string, requirements: ReadonlyMap<string, Requirement>): Markup {
  const id = requirementIdOf(tag);
  const need = capabilityOf(tag);
  if (id !== undefined) return html`<a class="tag" href="#${id}" title="${requirements.get(id)?.statement}">${id}</a>`;
  return html`<span class="tag plain">${need ? `needs ${need}` : tag}</span>`;
}
