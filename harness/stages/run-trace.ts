import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The trace of a whole run, put together from those of its scenarios, whichever worker played them and when. */
export type RunTrace = AsyncDisposable & Readonly<{ folder: string }>;

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
      const parts = (await readdir(folder)).sort();
      const texts = await Promise.all(parts.map((part) => readFile(join(folder, part), "utf8")));
      await writeFile(file, texts.join(""));
      await rm(folder, { recursive: true });
    },
  };
}
