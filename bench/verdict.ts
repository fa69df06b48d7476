import type { Figure, Goal } from "./benchmark.ts";
import { ratioOf, type Spread } from "./spread.ts";

/** A figure as it is reported. `ratio` is ours to what ran beside it. Both are null where there is nothing to say. */
export type Judged = Figure & Readonly<{ benchmark: string; ratio: Spread | null; met: boolean | null }>;

/** Holds a figure against its goal. */
export function judge(benchmark: string, figure: Figure): Judged {
  const ratio = figure.beside ? ratioOf(figure.measured, figure.beside.measured) : null;
  return { benchmark, ...figure, ratio, met: figure.goal ? reaches(figure.goal, figure.measured, ratio) : null };
}

/** Whether the median does; a share of nothing is never reached. */
function reaches(goal: Goal, measured: Spread, ratio: Spread | null): boolean {
  if ("atMost" in goal) return measured.median <= goal.atMost;
  if ("atLeast" in goal) return measured.median >= goal.atLeast;
  if (ratio === null) return false;
  return "maxRatio" in goal ? ratio.median <= goal.maxRatio : ratio.median >= goal.minRatio;
}
