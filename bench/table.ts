import type { Goal, Unit } from "./benchmark.ts";
import type { Spread } from "./spread.ts";
import type { Judged } from "./verdict.ts";

const head = ["benchmark", "what", "median (least – most)", "beside it", "ratio (least – most)", "goal", "met"];

/** The figures as a text table, one line each. */
export function table(figures: readonly Judged[]): string {
  const rows = [head, ...figures.map(row)];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width));
  return [line(head), line(rule), ...rows.slice(1).map(line)].map((text) => `${text}\n`).join("");
}

function row({ benchmark, what, unit, measured, beside, ratio, goal, met }: Judged): readonly string[] {
  return [
    benchmark,
    what,
    spread(measured, (value) => amount(value, unit)),
    beside ? `${spread(beside.measured, (value) => amount(value, unit))} ${beside.what}` : "",
    ratio ? spread(ratio, share) : "",
    goal ? spelled(goal, unit) : "",
    met === null ? "" : met ? "yes" : "NO",
  ];
}

function spread({ median, least, most, samples }: Spread, spell: (value: number) => string): string {
  return samples.length === 1 ? spell(median) : `${spell(median)} (${spell(least)} – ${spell(most)})`;
}

function spelled(goal: Goal, unit: Unit): string {
  if ("atMost" in goal) return `≤ ${amount(goal.atMost, unit)}`;
  return "shareAtMost" in goal ? `≤ ${share(goal.shareAtMost)}` : `≥ ${share(goal.shareAtLeast)}`;
}

/** Three digits that count: more is noise. */
function amount(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toLocaleString("en", { maximumFractionDigits: digits });
  return unit === "/s" ? `${text}/s` : `${text} ${unit}`;
}

function share(value: number): string {
  return value < 2 ? `${Math.round(value * 100)} %` : `${value.toFixed(1)} ×`;
}
