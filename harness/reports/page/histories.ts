import { document } from "#harness/reports/page/document.ts";
import { type DrawnHistory, lanes } from "#harness/reports/page/lanes/lanes.ts";
import { html } from "#harness/reports/page/markup.ts";

export function renderHistories(histories: readonly DrawnHistory[]): string {
  const broken = histories.filter((one) => one.broken.length > 0).length;
  const all = histories.length === 1 ? "1 history" : `${histories.length} histories`;
  const title = broken > 0 ? `${broken} of ${all} broke a rule` : all;
  return document(
    title,
    html`<header><p class="eyebrow">Understudy <span aria-hidden="true">·</span> histories</p><h1>${title}</h1></header>
${histories.map((one) => html`<h2>${one.heading.play}</h2>${lanes(one)}`)}`,
  );
}
