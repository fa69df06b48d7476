import { html, type Markup } from "#harness/reports/page/markup.ts";

const marks = {
  passed: "✔",
  held: "✔",
  failed: "✘",
  broken: "✘",
  undefined: "✘",
  ambiguous: "✘",
  pending: "✘",
  "not judged": "–",
  "not played": "–",
  skipped: "–",
} as const;

export function mark(verdict: keyof typeof marks): Markup {
  return html`<span class="mark ${tone(verdict)}" role="img" aria-label="${verdict}">${marks[verdict]}</span>`;
}

export function tone(verdict: keyof typeof marks): "good" | "bad" | "quiet" {
  if (verdict === "passed" || verdict === "held") return "good";
  return verdict === "not judged" || verdict === "not played" || verdict === "skipped" ? "quiet" : "bad";
}
