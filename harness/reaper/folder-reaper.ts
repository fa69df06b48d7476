import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reapWhenOrphaned } from "./reap-when-orphaned.ts";
import type { FolderReaperReady, FolderReaperTask } from "./reaped-folder.ts";

/** Options of the removal. It retries, because a process that was just killed may still write files. */
const removal = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

let folder: string | undefined;
let also: string | undefined;

reapWhenOrphaned<FolderReaperTask, FolderReaperReady>({
  async begin(task) {
    also = task.also;
    // Synchronous, so that `end` always knows the folder if it exists.
    folder = mkdtempSync(join(tmpdir(), "understudy-run-"));
    return { folder };
  },
  async end() {
    if (folder) await rm(folder, removal);
    if (also) await rm(also, { force: true });
  },
});
