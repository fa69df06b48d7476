import { startReaper } from "./reaper.ts";

/** Task of a folder's reaper. `also` is the path of an additional file to remove. */
export type FolderReaperTask = Readonly<{ also?: string | undefined }>;

export type FolderReaperReady = Readonly<{ folder: string }>;

/** A temporary folder. It is removed when it is disposed of, or when this process dies. */
export interface ReapedFolder extends AsyncDisposable {
  readonly path: string;
}

/** Creates a temporary folder. Rejects with an `Unavailable` if this fails. */
export async function reapedFolder(task: FolderReaperTask = {}): Promise<ReapedFolder> {
  const script = new URL("./folder-reaper.ts", import.meta.url);
  const reaper = await startReaper<FolderReaperTask, FolderReaperReady>(script, task);
  return { path: reaper.ready.folder, [Symbol.asyncDispose]: () => reaper.end() };
}
