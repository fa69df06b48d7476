import { startReaper } from "./reaper.ts";

/** A file that goes with the folder, if there is one. */
export type FolderReaperTask = Readonly<{ also?: string | undefined }>;

/** What the reaper of a folder says when there is one. */
export type FolderReaperReady = Readonly<{ folder: string }>;

/** A temporary folder that goes with all that is in it when it is disposed of, and with this process, however it dies. */
export interface ReapedFolder extends AsyncDisposable {
  readonly path: string;
}

/** Makes a temporary folder. Rejects with an `Unavailable`. */
export async function reapedFolder(task: FolderReaperTask = {}): Promise<ReapedFolder> {
  const script = new URL("./folder-reaper.ts", import.meta.url);
  const reaper = await startReaper<FolderReaperTask, FolderReaperReady>(script, task);
  return { path: reaper.ready.folder, [Symbol.asyncDispose]: () => reaper.end() };
}
