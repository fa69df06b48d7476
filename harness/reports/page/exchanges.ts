import type { Exchange } from "#harness/reports/exchange.ts";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import type { PlayedStep } from "#harness/reports/performance.ts";
import { spellDuration } from "#harness/reports/spell.ts";

/** A step that waits may ask hundreds of times; the last answers are the ones that tell. */
const mostShown = 16;
/** Characters of a body; more is in `messages.ndjson`. */
const longestBody = 6_000;

/** What went over the wire in the broken step and in the steps before it, the last ones only. */
export function exchanges(steps: readonly PlayedStep[], broken: PlayedStep): Markup | undefined {
  const all = steps.slice(0, steps.indexOf(broken) + 1).flatMap((step) => step.exchanges.map((one) => ({ one, step })));
  const last = all.slice(-mostShown);
  const first = last[0];
  if (!first) return undefined;
  const earlier = all.length - last.length;
  return html`<section class="exchanges" aria-label="HTTP exchanges around the broken step">
<h4>Over the wire${earlier > 0 && html` <span class="quiet">· ${earlier} earlier in messages.ndjson</span>`}</h4>
${last.map(({ one, step }) => exchangeView(one, one.at - first.one.at, step === broken))}
</section>`;
}

function exchangeView(exchange: Exchange, after: number, inBrokenStep: boolean): Markup {
  const { cluster, method, path, token, status, requestBody, responseBody } = exchange;
  const caller = token === null ? "no token" : token === "root" ? "root token" : "a token";
  return html`<details class="exchange${inBrokenStep && " here"}">
<summary><span class="offset">+${spellDuration(Math.max(after, 0))}</span><b>${cluster}</b><code><span class="verb">${method}</span> ${path}</code><span class="caller">${caller}</span><span class="status ${status < 400 ? "good" : "bad"}">${status}</span></summary>
<div class="bodies">${bodyView("Sent", requestBody)}${bodyView("Answered", responseBody)}</div>
</details>`;
}

function bodyView(name: string, body: unknown): Markup {
  const text = typeof body === "string" ? body : body === null ? "" : JSON.stringify(body, null, 2);
  const shown =
    text.length > longestBody ? `${text.slice(0, longestBody)}\n… ${text.length - longestBody} more characters` : text;
  return html`<div><h5>${name}</h5>${shown === "" ? html`<p class="quiet">nothing</p>` : html`<pre>${shown}</pre>`}</div>`;
}
