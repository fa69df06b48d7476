import type { Benchmark } from "./benchmark.ts";
import { type Judged, judge } from "./verdict.ts";

/** Who hears of figures as they become known, and of what goes on meanwhile. */
export type Listener = Readonly<{ known: (figure: Judged) => void; tell: (line: string) => void }>;

/** What came of benchmarks: their figures, and the names of those that could not run. */
export type Measured = Readonly<{ figures: readonly Judged[]; failed: readonly string[] }>;

/** Runs one after the other. One that cannot run does not stop the others; the figures it told stay. */
export async function measure(chosen: readonly Benchmark[], { known, tell }: Listener): Promise<Measured> {
  const figures: Judged[] = [];
  const failed: string[] = [];
  for (const [index, { name, minutes, run }] of chosen.entries()) {
    const take = (figure: Parameters<typeof judge>[1]) => {
      const judged = judge(name, figure);
      figures.push(judged);
      known(judged);
    };
    const long = minutes === undefined ? "" : `, about ${minutes} min`;
    tell(`${name}: ${index + 1} of ${chosen.length}${long}`);
    try {
      const last = await run((line) => tell(`${name}: ${line}`), take);
      for (const figure of last) take(figure);
    } catch (error) {
      failed.push(name);
      tell(`${name} could not run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { figures, failed };
}
