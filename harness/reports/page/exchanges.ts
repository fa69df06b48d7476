import type { Exchange } from "#harness/api/exchange.ts";
import { formatDuration } from "#harness/reports/format.ts";
import { callers, formatBody, quotedTitle } from "#harness/reports/format-exchange.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { brokenStep, type PlayedScenario, quotedExchange } from "#harness/reports/performance.ts";
import { withoutRepeats } from "#harness/reports/repeated-exchanges.ts";

const maxAround = 16;
/** Maximum length of bodies in characters: of the quoted exchange, and of the exchanges around it. */
const [maxJudgedBody, maxBody] = [6_000, 1_500] as const;

/**
 * Renders the quoted exchange of a failed scenario, expanded, and exchanges around it, collapsed. Returns undefined if
 * no exchange is quoted. `isCrowded` omits the exchanges around it, because a page with hundreds of failures would take
 * seconds to open.
 */
export function exchanges(scenario: PlayedScenario, { isCrowded }: { isCrowded: boolean }): Markup | undefined {
  const broken = brokenStep(scenario);
  const quoted = quotedExchange(scenario);
  if (!broken || !quoted) return undefined;
  const { exchange: judged } = quoted;
  const before = scenario.steps.slice(0, scenario.steps.indexOf(broken) + 1).flatMap((step) => step.exchanges);
  const others = withoutRepeats(before.filter((one) => one !== judged));
  const around = isCrowded ? [] : others.slice(-maxAround);
  const shown = around.reduce((sum, { times }) => sum + times, 0);
  const earlier = before.length - 1 - shown;
  return html`<section class="exchanges" aria-label="${quotedTitle(quoted)}">
<h4>${quotedTitle(quoted)}</h4>
${exchangeView(judged, { open: true, times: 1, after: null, maxBody: maxJudgedBody })}
${isCrowded && earlier > 0 && html`<p class="quiet">${earlier} more in messages.ndjson</p>`}
${
  around.length > 0 &&
  html`<details class="around"><summary><span class="name">${shown} more around it${earlier > 0 && `, ${earlier} earlier in messages.ndjson`}</span></summary>
${around.map(({ exchange, times }) => exchangeView(exchange, { open: false, times, after: exchange.at - judged.at, maxBody }))}
</details>`
}
</section>`;
}

type Shown = Readonly<{
  open: boolean;
  /** Number of equal exchanges in a row. */
  times: number;
  /** Time since the quoted exchange, in milliseconds; null for the quoted exchange itself. */
  after: number | null;
  maxBody: number;
}>;

function exchangeView(exchange: Exchange, { open, times, after, maxBody: maxLength }: Shown): Markup {
  const { cluster, method, path, token, status } = exchange;
  const offset =
    after !== null && html`<span class="offset">${after < 0 ? "−" : "+"}${formatDuration(Math.abs(after))}</span>`;
  const sent = bodyView("Sent", exchange.requestBody, maxLength);
  const answered = bodyView(status === null ? "Why" : "Answered", exchange.responseBody, maxLength);
  return html`<details class="exchange"${open && html` open`}>
<summary>${offset}<b>${cluster}</b><code><span class="verb">${method}</span> ${path}${times > 1 && ` ×${times}`}</code><span class="caller">${callers[token ?? "none"]}</span><span class="status ${(status ?? 500) < 400 ? "good" : "bad"}">${status ?? "no answer"}</span></summary>
<div class="bodies">${sent}${answered}${!sent && !answered && html`Neither request nor response has a body.`}</div>
</details>`;
}

function bodyView(name: string, body: unknown, maxLength: number): Markup | undefined {
  const shown = formatBody(body, { indent: 2, maxLength });
  return shown === "" ? undefined : html`<div><h5>${name}</h5><pre>${shown}</pre></div>`;
}
