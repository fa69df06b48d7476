import { join, parse, resolve } from "node:path";
import { fileOf, parseStoreAddress } from "#cluster/stores/store-address.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { auditFiles } from "#harness/stages/audit-files.ts";

/**
 * Folders to which audit devices of each cluster of `up` may write files. Disposing removes
 * temporary folders.
 */
export type ClusterAuditFolders = AsyncDisposable & Readonly<{ of(cluster: string): readonly string[] }>;

/**
 * Returns the audit folders for `up`. Folders named with --audit-folders serve all clusters.
 * Otherwise each cluster has its own: beside a SQLite store (`data/a-Oslo-audit` for
 * `data/a-Oslo.db`), so that a device finds it after a restart; else a temporary one. A folder is
 * created with its first file.
 */
export function auditFoldersFor({
  store,
  auditFolders,
}: Pick<UpOptions, "store" | "auditFolders">): ClusterAuditFolders {
  const permanent = { async [Symbol.asyncDispose]() {} };
  if (auditFolders) return { of: () => auditFolders, ...permanent };
  const address = parseStoreAddress(store);
  if (address.kind === "sqlite") {
    const beside = (cluster: string) => {
      const { dir, name } = parse(resolve(fileOf(address.file, cluster)));
      return [join(dir, `${name}-audit`)];
    };
    return { of: beside, ...permanent };
  }
  const temporary = auditFiles();
  return {
    of: (cluster) => [temporary.folderOf(cluster)],
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}
