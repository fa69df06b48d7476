import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { partsIn } from "./run-parts.ts";

/** The first and last line number of a scenario's trace in `trace.ndjson`, counted from 1. */
export type TraceLines = Readonly<{ first: number; last: number }>;

/**
 * Returns the lines that the existing traces of scenarios will have in the run's `trace.ndjson`, by location such as
 * `features/x.feature:12`. The map is empty if there are no traces.
 */
export async function traceLines(report: string): Promise<ReadonlyMap<string, TraceLines>> {
  let line = 1;
  const places = new Map<string, TraceLines>();
  for (const { place, path } of await partsIn(join(report, "traces"))) {
    const count = (await readFile(path, "utf8")).split("\n").length - 1;
    places.set(place, { first: line, last: line + count - 1 });
    line += count;
  }
  return places;
}
