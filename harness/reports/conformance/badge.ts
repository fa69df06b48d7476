import { html } from "#harness/reports/page/markup.ts";
import type { Conformance } from "./schema.ts";

type Result = Conformance["profiles"]["core"]["result"];

const colors: Readonly<Record<Result, string>> = { conformant: "#2f6f53", partial: "#7a6a2f", failed: "#a5382a" };

/** Average width of a letter and width of the margins, in pixels. */
const letterWidth = 6.6;
const margin = 12;

/** Renders an SVG badge: a label beside a result. */
export function badge(label: string, result: Result): string {
  const [left, right] = [label, result].map((text) => Math.round([...text].length * letterWidth) + margin) as [
    number,
    number,
  ];
  const width = left + right;
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${result}">
<title>${label}: ${result}</title>
<rect width="${width}" height="20" rx="3" fill="${colors[result]}"/>
<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - margin}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - margin}">${result}</text>
</g>
</svg>`.markup
  }\n`;
}
