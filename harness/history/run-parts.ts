import { type FileHandle, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ownerOnly } from "#harness/files/owner-only.ts";

/** A file of a whole run, which consists of the files of its scenarios, sorted by name. */
export type RunParts = AsyncDisposable &
  Readonly<{
    /** The folder that contains the scenarios' files. */
    folder: string;
  }>;

const kinds = { histories: "history.ndjson", traces: "trace.ndjson" } as const;

export type RunPartsKind = keyof typeof kinds;

/**
 * Creates the folder for the scenarios' files in the folder `report`. Disposing writes the file of the run and removes
 * the folder of the scenarios' files.
 */
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

/** Number of bytes of a scenario's file that are in memory at a time. */
const chunkBytes = 1024 * 1024;

async function append(path: string, { whole, chunk }: Readonly<{ whole: FileHandle; chunk: Buffer }>): Promise<void> {
  await using part = await open(path);
  for (;;) {
    const { bytesRead } = await part.read(chunk);
    if (bytesRead === 0) return;
    await whole.writeFile(chunk.subarray(0, bytesRead));
  }
}

/**
 * Returns the files of scenarios in `folder`, sorted by name; empty if the folder cannot be read. `place` is the
 * location of the scenario: `features/x.feature:12`.
 */
export async function partsIn(folder: string): Promise<readonly Readonly<{ place: string; path: string }>[]> {
  const names = (await readdir(folder).catch(() => [])).toSorted();
  return names.map((name) => ({
    place: decodeURIComponent(name.replace(/\.ndjson$/, "")),
    path: join(folder, name),
  }));
}

/** Returns the path of a scenario's file. `place` is the location of the scenario, such as `features/x.feature:12`. */
export function partOf(place: string, folder: string): string {
  return join(folder, `${encodeURIComponent(place)}.ndjson`);
}
