import { join, parse, resolve } from "node:path";
import { fileOf, parseStoreAddress } from "#cluster/stores/store-address.ts";
import type { UpOptions } from "#harness/cli/up-options.ts";
import { auditFiles } from "#harness/stages/audit-files.ts";

/** Where audit devices of the clusters of `up` may write to files. Disposing removes what is temporary. */
export type ClusterAuditFolders = AsyncDisposable & Readonly<{ of(cluster: string): readonly string[] }>;

/**
 * The folders that an operator named. Else each cluster has one of its own: beside its store where that is a file (`data/a-Oslo-audit`
 * for `data/a-Oslo.db`), so that a device still finds it after a restart, or a temporary one. They are created with their first file.
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
