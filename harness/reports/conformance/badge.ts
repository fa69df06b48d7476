import { html } from "#harness/reports/page/markup.ts";
import type { Conformance } from "./schema.ts";

type Result = Conformance["profiles"]["core"]["result"];

const colors: Readonly<Record<Result, string>> = { conformant: "#2f6f53", partial: "#7a6a2f", failed: "#a5382a" };

/** Width of the margins of a text, in pixels. */
const margin = 12;

/** Maximum length of a label, in characters. */
const maxLabel = 60;

/** Renders an SVG badge: a label beside a result. */
export function badge(label: string, result: Result): string {
  const letters = [...label];
  const text = letters.length > maxLabel ? `${letters.slice(0, maxLabel - 1).join("")}…` : label;
  const [left, right] = [widthOf(text) + margin, widthOf(result) + margin];
  const width = left + right;
  return `${
    html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${text}: ${result}">
<title>${text}: ${result}</title>
<rect width="${width}" height="20" rx="3" fill="${colors[result]}"/>
<path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#444"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - margin}">${text}</text>
<text x="${left + right / 2}" y="14" textLength="${right - margin}">${result}</text>
</g>
</svg>`.markup
  }\n`;
}

/** Returns the approximate width of a text in Verdana, in pixels. The badge stretches the text to this width. */
function widthOf(text: string): number {
  return Math.max(1, Math.round([...text].reduce((sum, letter) => sum + letterWidth(letter), 0)));
}

function letterWidth(letter: string): number {
  if (/[ijlI.,:;|'!]/.test(letter)) return 3.4;
  if (/[ frt()/-]/.test(letter)) return 4.5;
  if (/[mwMW%@]/.test(letter)) return 10.5;
  if (/[A-Z]/.test(letter)) return 7.7;
  return letter < "\u0100" ? 6.7 : 11;
}
