import type { Goal, Unit } from "./benchmark.ts";
import type { Spread } from "./spread.ts";
import type { Judged } from "./verdict.ts";

const head = ["benchmark", "what", "median (least – most)", "beside it", "ratio (least – most)", "goal", "met"];

/** A row is printed when it is known, before the others are: so columns are as wide as most cells need. */
const widths = [11, 36, 30, 47, 22, 9, 3];

/** The two lines above the rows. */
export function tableHead(): string {
  return line(head) + line(widths.map((width) => "─".repeat(width)));
}

/** One figure as a row of the table. A cell that is wider than its column moves those behind it. */
export function tableRow(figure: Judged): string {
  return line(cellsOf(figure));
}

function line(cells: readonly string[]): string {
  return `${cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd()}\n`;
}

function cellsOf({ benchmark, what, unit, measured, beside, ratio, goal, met }: Judged): readonly string[] {
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
  if ("atLeast" in goal) return `≥ ${amount(goal.atLeast, unit)}`;
  return "maxRatio" in goal ? `≤ ${share(goal.maxRatio)}` : `≥ ${share(goal.minRatio)}`;
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
