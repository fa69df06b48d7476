import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StageAuditFile } from "./stage.ts";

export interface AuditFiles extends AsyncDisposable {
  of(cluster: string): Promise<StageAuditFile>;
  folderOf(cluster: string): string;
  text(cluster: string): Promise<string>;
}

export function auditFiles(parent = tmpdir()): AuditFiles {
  const root = join(parent, `understudy-audit-${randomUUID()}`);
  const folderOf = (cluster: string) => join(root, cluster);
  return {
    folderOf,
    async of(cluster) {
      const folder = folderOf(cluster);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, "audit.log");
      return {
        path,
        text: () => readFile(path, "utf8"),
        // Without its folder the file cannot be created again.
        refuse: () => rename(folder, `${folder}.away`),
        accept: () => rename(`${folder}.away`, folder),
      };
    },
    text: (cluster) => readFile(join(folderOf(cluster), "audit.log"), "utf8"),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
