import type { TraceLines } from "#harness/history/trace-lines.ts";
import { formatDuration } from "#harness/reports/format.ts";
import { exchanges } from "#harness/reports/page/exchanges.ts";
import { type DrawnHistory, lanes } from "#harness/reports/page/lanes/lanes.ts";
import { logView } from "#harness/reports/page/log.ts";
import { mark } from "#harness/reports/page/mark.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { brokenStep, failureLocation, type PlayedScenario, type PlayedStep } from "#harness/reports/performance.ts";
import { replayCommand } from "#harness/reports/replay.ts";
import type { Requirement } from "#harness/reports/requirements.ts";
import type { Setting } from "#harness/reports/setting.ts";
import { capabilityOf, requirementIdOf } from "#harness/reports/unknown-tags.ts";

export type ScenarioContext = Readonly<{
  anchorOf: (scenario: PlayedScenario) => string;
  requirements: ReadonlyMap<string, Requirement>;
  traces: ReadonlyMap<string, TraceLines>;
  /** Histories of the first failed scenarios, by `file:line` of the scenario. */
  histories: ReadonlyMap<string, DrawnHistory>;
  setting: Setting;
  /** True if so many scenarios failed that the exchanges around quoted exchanges are omitted. */
  isCrowded: boolean;
}>;

export function scenarioView(scenario: PlayedScenario, context: ScenarioContext): Markup {
  const broken = scenario.verdict === "failed" ? brokenStep(scenario) : undefined;
  const { file, line } = scenario;
  return html`<details class="scenario" id="${context.anchorOf(scenario)}"${broken && html` open`}${found(scenario)}>
<summary>${mark(scenario.verdict)}<span class="name">${scenario.name}</span><span class="time">${timeOf(scenario)}</span></summary>
${scenario.reason !== null && html`<p class="reason">Not played: ${scenario.reason}</p>`}
<ol class="steps">${scenario.steps.map((step) => stepView(step, step === broken ? failureLocation(scenario) : null))}</ol>
${broken && [exchanges(scenario, context), logView(scenario.log), historyView(scenario, context), again(scenario, context)]}
<p class="origin">${scenario.tags.map((tag) => tagView(tag, context.requirements))}<code>${file}:${line}</code>${traceLink(scenario, context)}</p>
</details>`;
}

/** Renders the attributes by which search and filters find a scenario, in addition to its text. */
export function found({ verdict, tags }: PlayedScenario): Markup {
  const names = tags.map((tag) => tag.replace(/^@/, "")).join(" ");
  return html` data-status="${verdict.replace(" ", "-")}" data-tags="${names}"`;
}

function historyView({ file, line }: PlayedScenario, { histories }: ScenarioContext): Markup | undefined {
  const history = histories.get(`${file}:${line}`);
  return history && lanes(history);
}

function again(scenario: PlayedScenario, { setting }: ScenarioContext): Markup {
  return html`<section class="again"><h4>Play just this one again</h4><p><code>${replayCommand(scenario, setting)}</code></p></section>`;
}

function traceLink({ file, line }: PlayedScenario, { traces }: ScenarioContext): Markup | undefined {
  const lines = traces.get(`${file}:${line}`);
  return lines && html`<a href="trace.ndjson">trace.ndjson, lines ${lines.first} to ${lines.last}</a>`;
}

function timeOf(scenario: PlayedScenario): string {
  return scenario.verdict === "not played" ? "" : formatDuration(scenario.milliseconds);
}

function stepView(step: PlayedStep, place: string | null): Markup {
  const time = step.verdict === "skipped" ? "" : formatDuration(step.milliseconds);
  return html`<li class="${place === null ? step.verdict : "broken"}">${mark(step.verdict)}<div><span class="keyword">${step.keyword}</span> ${phrase(step.text)}${place !== null && html` <code class="place">${place}</code>`}${argumentView(step.argument)}${step.error !== undefined && html`<pre class="error">${step.error}</pre>`}</div><span class="time">${time}</span></li>`;
}

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
