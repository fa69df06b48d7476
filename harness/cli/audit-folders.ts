import { join, parse, resolve } from "node:path";
import { fileOf, parseStoreAddress } from "#cluster/stores/store-address.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { auditFiles } from "#harness/stages/audit-files.ts";

/** `of` returns the folders to which audit devices of a cluster may write. Disposing deletes temporary folders. */
export type ClusterAuditFolders = AsyncDisposable & Readonly<{ of(cluster: string): readonly string[] }>;

/**
 * Returns the audit folders for `up`: those of the option --audit-folders, or else one folder per cluster. For a SQLite
 * store, the folder is next to the store (`data/a-Oslo-audit` for `data/a-Oslo.db`), so that audit devices find their
 * files after a restart. For other stores it is temporary.
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
