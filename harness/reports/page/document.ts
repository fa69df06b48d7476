import { createHash } from "node:crypto";
import { html, type Markup } from "#harness/reports/page/markup.ts";
import { script as reportScript } from "#harness/reports/page/script.ts";
import { style } from "#harness/reports/page/style.ts";

/** Script of a page, and rules in addition to those of all pages. */
type Parts = Readonly<{ script?: string; style?: string }>;

/** Renders an HTML document that loads nothing from the network and runs only its script. Default: that of reports. */
export function document(
  title: string,
  content: Markup,
  { script = reportScript, style: more = "" }: Parts = {},
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src '${hashOf(script)}'; img-src data:">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title} · Understudy</title>
<style>${{ markup: style + more }}</style>
</head>
<body><main>
${content}
</main>
<script>${{ markup: script }}</script>
</body>
</html>
`.markup;
}

function hashOf(script: string): string {
  return `sha256-${createHash("sha256").update(script).digest("base64")}`;
}
