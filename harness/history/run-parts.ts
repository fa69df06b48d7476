import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnly } from "#harness/reports/owner-only.ts";

/** A file of a whole run, put together from those of its scenarios, whichever worker played them and when. */
export type RunParts = AsyncDisposable &
  Readonly<{
    /** Where scenarios put theirs. */
    folder: string;
  }>;

/** What a run leaves in its report of all its scenarios: their histories, and what is the same in them for the same seed. */
const kinds = { histories: "history.ndjson", traces: "trace.ndjson" } as const;

export type RunPartsKind = keyof typeof kinds;

/** Begins a file of a run in the folder `report`; disposing puts it together there. */
export async function runParts(report: string, kind: RunPartsKind): Promise<RunParts> {
  const folder = join(report, kind);
  const file = join(report, kinds[kind]);
  await rm(folder, { recursive: true, force: true });
  await rm(file, { force: true });
  await mkdir(folder, { recursive: true, mode: ownerOnly.folder });
  return {
    folder,
    async [Symbol.asyncDispose]() {
      {
        await using whole = await open(file, "w", ownerOnly.file);
        const chunk = Buffer.allocUnsafe(chunkBytes);
        for (const { path } of await partsIn(folder)) await append(path, { whole, chunk });
      }
      await rm(folder, { recursive: true });
    },
  };
}

/** So much of a part is held in memory at a time, in bytes; most are shorter. */
const chunkBytes = 1024 * 1024;

async function append(path: string, { whole, chunk }: Readonly<{ whole: FileHandle; chunk: Buffer }>): Promise<void> {
  await using part = await open(path);
  for (;;) {
    const { bytesRead } = await part.read(chunk);
    if (bytesRead === 0) return;
    await whole.writeFile(chunk.subarray(0, bytesRead));
  }
}

/** The parts that are there so far, in the order in which they are put together, each with its place such as `features/x.feature:12`. */
export async function partsIn(folder: string): Promise<readonly Readonly<{ place: string; path: string }>[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  return names.map((name) => ({
    place: decodeURIComponent(name.replace(/\.ndjson$/, "")),
    path: join(folder, name),
  }));
}

/** The file of one scenario while its run lasts, by its place such as `features/x.feature:12`. */
export function partOf(place: string, folder: string): string {
  return join(folder, `${encodeURIComponent(place)}.ndjson`);
}
