import { formatFacts, formatTimeBefore } from "#harness/reports/format-log.ts";
import type { ShownLogLine } from "#harness/reports/log-excerpt.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";

/** Renders a log excerpt, which is expanded if it has warnings or errors. Returns undefined if it is empty. */
export function logView(log: readonly ShownLogLine[]): Markup | undefined {
  if (log.length === 0) return undefined;
  const troubles = log.filter(({ level }) => level !== "info").length;
  const summary = troubles > 0 ? `${troubles} of ${log.length} lines are warnings or errors` : `${log.length} lines`;
  return html`<details class="log"${troubles > 0 && html` open`}><summary><span class="name">What the clusters logged around it · ${summary}</span></summary>
<ol>${log.map((line) => lineView(line, formatTimeBefore(line, log)))}</ol>
</details>`;
}

function lineView({ cluster, level, event, facts, times }: ShownLogLine, before: string): Markup {
  return html`<li class="${level === "info" ? "quiet" : "bad"}"><span class="offset">${before}</span><b>${cluster}</b><code>${level} ${event}<span class="facts-of">${formatFacts(facts)}</span>${times > 1 && ` ×${times}`}</code></li>`;
}
