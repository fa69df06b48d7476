import { startReaper } from "./reaper.ts";

/** What the reaper of a folder says when there is one. */
export type FolderReaperReady = Readonly<{ folder: string }>;

/** A temporary folder that goes with all that is in it when it is disposed of, and with this process, however it dies. */
export interface ReapedFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a temporary folder. Rejects with an `Unavailable`. */
export async function reapedFolder(): Promise<ReapedFolder> {
  const script = new URL("./folder-reaper.ts", import.meta.url);
  const reaper = await startReaper<null, FolderReaperReady>(script, null);
  return { path: reaper.ready.folder, [Symbol.asyncDispose]: () => reaper.end() };
}
