import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { partsIn } from "./run-parts.ts";

/** Where in `trace.ndjson` the trace of one scenario stands; the first line is 1. */
export type TraceLines = Readonly<{ first: number; last: number }>;

/** Where the scenarios played so far will stand in the trace of the run, by place such as `features/x.feature:12`; none on a live stage. */
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
