import { type DrawnHistory, lanes } from "#harness/reports/page/lanes/lanes.ts";
import { html } from "#harness/reports/page/markup.ts";
import { script, scriptHash } from "#harness/reports/page/script.ts";
import { style } from "#harness/reports/page/style.ts";

/** Histories as one HTML document that needs nothing else. */
export function renderHistories(histories: readonly DrawnHistory[]): string {
  const broken = histories.filter((one) => one.broken.length > 0).length;
  const title =
    broken > 0 ? `${broken} of ${histories.length} histories broke a rule` : `${histories.length} histories`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${scriptHash}'; img-src data:">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · Understudy</title>
<style>${{ markup: style }}</style>
</head>
<body><main>
<header><p class="eyebrow">Understudy <span aria-hidden="true">·</span> histories</p><h1>${title}</h1></header>
${histories.map((one) => html`<h2>${one.heading.play}</h2>${lanes(one)}`)}
</main>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}
