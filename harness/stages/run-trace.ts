import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The trace of a whole run, put together from those of its scenarios, whichever worker played them and when. */
export type RunTrace = AsyncDisposable & Readonly<{ folder: string }>;

/** Where in `trace.ndjson` the trace of one scenario stands; the first line is 1. */
export type TraceLines = Readonly<{ first: number; last: number }>;

/** Where the scenarios played so far will stand in the trace of the run, by place such as `features/x.feature:12`; none on a live stage. */
export async function traceLines(report: string): Promise<ReadonlyMap<string, TraceLines>> {
  let line = 1;
  const places = new Map<string, TraceLines>();
  for (const { place, text } of await parts(join(report, "traces"))) {
    const count = text.split("\n").length - 1;
    places.set(place, { first: line, last: line + count - 1 });
    line += count;
  }
  return places;
}

/** Begins the trace of a run in the folder `report`; disposing writes `trace.ndjson` there. */
export async function runTrace(report: string): Promise<RunTrace> {
  const folder = join(report, "traces");
  const file = join(report, "trace.ndjson");
  await rm(folder, { recursive: true, force: true });
  await rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await writeFile(file, (await parts(folder)).map(({ text }) => text).join(""));
      await rm(folder, { recursive: true });
    },
  };
}

/** The traces of single scenarios in the order in which they are put together. */
async function parts(folder: string): Promise<readonly Readonly<{ place: string; text: string }>[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  return Promise.all(
    names.map(async (name) => ({
      place: decodeURIComponent(name.replace(/\.ndjson$/, "")),
      text: await readFile(join(folder, name), "utf8"),
    })),
  );
}
