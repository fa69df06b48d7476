import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StageAuditFile } from "./stage.ts";

/** Where the clusters of one live stage have their audit files. Disposing does away with them. */
export interface AuditFiles extends AsyncDisposable {
  of(cluster: string): Promise<StageAuditFile>;
  /** What a cluster has written there; rejects where nothing was asked for. */
  text(cluster: string): Promise<string>;
}

/** Makes room for audit files in a temporary folder below `parent`, by default the system's, when the first is asked for. */
export function auditFiles(parent = tmpdir()): AuditFiles {
  let room: Promise<string> | undefined;
  return {
    async of(cluster) {
      room ??= mkdtemp(join(parent, "understudy-audit-"));
      const folder = join(await room, cluster);
      await mkdir(folder, { recursive: true });
      const path = join(folder, "audit.log");
      return {
        path,
        text: () => readFile(path, "utf8"),
        // A file without its folder cannot be made anew.
        refuse: () => rename(folder, `${folder}.away`),
        accept: () => rename(`${folder}.away`, folder),
      };
    },
    async text(cluster) {
      if (!room) throw new Error("there are no audit files");
      return readFile(join(await room, cluster, "audit.log"), "utf8");
    },
    async [Symbol.asyncDispose]() {
      if (room) await rm(await room, { recursive: true, force: true });
    },
  };
}
