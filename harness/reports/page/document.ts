import { html, type Markup } from "#harness/reports/page/markup.ts";
import { script, scriptHash } from "#harness/reports/page/script.ts";
import { style } from "#harness/reports/page/style.ts";

/** Renders an HTML document that loads nothing from the network. */
export function document(title: string, content: Markup): string {
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
${content}
</main>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}
