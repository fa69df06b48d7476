import type { Benchmark } from "./benchmark.ts";
import { type Judged, judge } from "./verdict.ts";

export type Listener = Readonly<{ known: (figure: Judged) => void; print: (line: string) => void }>;

export type Measured = Readonly<{ figures: readonly Judged[]; failed: readonly string[] }>;

/** Runs benchmarks one after another. If a benchmark fails, its figures so far are included and the next one runs. */
export async function measure(chosen: readonly Benchmark[], { known, print }: Listener): Promise<Measured> {
  const figures: Judged[] = [];
  const failed: string[] = [];
  for (const [index, { name, minutes, run }] of chosen.entries()) {
    const take = (figure: Parameters<typeof judge>[1]) => {
      const judged = judge(name, figure);
      figures.push(judged);
      known(judged);
    };
    const long = minutes === undefined ? "" : `, about ${minutes} min`;
    print(`${name}: ${index + 1} of ${chosen.length}${long}`);
    try {
      const last = await run((line) => print(`${name}: ${line}`), take);
      for (const figure of last) take(figure);
    } catch (error) {
      failed.push(name);
      print(`${name} could not run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { figures, failed };
}
