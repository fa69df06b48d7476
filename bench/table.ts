import type { Goal, Unit } from "./benchmark.ts";
import type { Spread } from "./spread.ts";
import type { Judged } from "./verdict.ts";

const head = ["benchmark", "what", "median (least – most)", "beside it", "ratio (least – most)", "goal", "met"];

/** Widths of the columns in characters. Rows are printed one by one, so the widths fit most cells. */
const widths = [11, 36, 30, 47, 22, 9, 3];

export function tableHead(): string {
  return line(head) + line(widths.map((width) => "─".repeat(width)));
}

/** Formats a figure as a row. A cell that is wider than its column shifts the following cells. */
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
    goal ? formatGoal(goal, unit) : "",
    met === null ? "" : met ? "yes" : "NO",
  ];
}

function spread({ median, least, most, samples }: Spread, format: (value: number) => string): string {
  return samples.length === 1 ? format(median) : `${format(median)} (${format(least)} – ${format(most)})`;
}

function formatGoal(goal: Goal, unit: Unit): string {
  if ("atMost" in goal) return `≤ ${amount(goal.atMost, unit)}`;
  if ("atLeast" in goal) return `≥ ${amount(goal.atLeast, unit)}`;
  return "maxRatio" in goal ? `≤ ${share(goal.maxRatio)}` : `≥ ${share(goal.minRatio)}`;
}

function amount(value: number, unit: Unit): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toLocaleString("en", { maximumFractionDigits: digits });
  return unit === "/s" ? `${text}/s` : `${text} ${unit}`;
}

function share(value: number): string {
  return value < 2 ? `${Math.round(value * 100)} %` : `${value.toFixed(1)} ×`;
}
