import { createReadStream } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The histories of a whole run, put together from those of its scenarios, whichever worker played them and when. */
export type RunHistory = AsyncDisposable & Readonly<{ folder: string }>;

/** Begins the history of a run in the folder `report`; disposing writes `history.ndjson` there, a history a scenario. */
export async function runHistory(report: string): Promise<RunHistory> {
  const folder = join(report, "histories");
  const file = join(report, "history.ndjson");
  await rm(folder, { recursive: true, force: true });
  await rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  return {
    folder,
    async [Symbol.asyncDispose]() {
      await writeFile(file, "");
      for (const name of (await readdir(folder)).toSorted())
        await writeFile(file, createReadStream(join(folder, name)), { flag: "a" });
      await rm(folder, { recursive: true });
    },
  };
}

/** The file with the history of one scenario while its run lasts, by its place such as `features/x.feature:12`. */
export function historyOf(place: string, folder: string): string {
  return join(folder, `${encodeURIComponent(place)}.ndjson`);
}
