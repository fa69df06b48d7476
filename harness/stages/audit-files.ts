import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StageAuditFile } from "./stage.ts";

/** Where the clusters of one live stage have their audit files. Disposing does away with them. */
export interface AuditFiles extends AsyncDisposable {
  of(cluster: string): Promise<StageAuditFile>;
  /** The folder that audit devices of a cluster may write below. */
  folderOf(cluster: string): string;
  /** What a cluster has written there; rejects where nothing was asked for. */
  text(cluster: string): Promise<string>;
}

/** A temporary folder for audit files below `parent`, by default the system's, created with the first of them. */
export function auditFiles(parent = tmpdir()): AuditFiles {
  const room = join(parent, `understudy-audit-${randomUUID()}`);
  const folderOf = (cluster: string) => join(room, cluster);
  return {
    folderOf,
    async of(cluster) {
      const folder = folderOf(cluster);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, "audit.log");
      return {
        path,
        text: () => readFile(path, "utf8"),
        // A file without its folder cannot be made anew.
        refuse: () => rename(folder, `${folder}.away`),
        accept: () => rename(`${folder}.away`, folder),
      };
    },
    text: (cluster) => readFile(join(folderOf(cluster), "audit.log"), "utf8"),
    [Symbol.asyncDispose]: () => rm(room, { recursive: true, force: true }),
  };
}
