import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "#cluster/stores/open-store.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";

export type StoreKind = "memory" | "sqlite" | "postgres";

/** Stores of one stage. Disposing deletes their data. All stores must be closed before. */
export interface StageStores extends AsyncDisposable {
  /** Opens a cluster's store, which has the data of its last use. */
  open(cluster: string): Promise<OpenedStore>;
}

export type StoreFolder = Readonly<{
  database: Pick<DatabaseServer, "url" | "run">;
  /** Folder in which a temporary folder is created. Default: the system's. */
  folder?: string;
}>;

/** Prepares the stores of one stage: in memory, as SQLite files in a temporary folder, or in `database`. */
export async function stageStores(
  kind: StoreKind,
  { database, folder: parent = tmpdir() }: StoreFolder,
): Promise<StageStores> {
  if (kind === "memory") return { open: persistentMemoryStores(), async [Symbol.asyncDispose]() {} };
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(parent, "understudy-stores-"));
    return {
      open: (cluster) => openStore(`sqlite:${folder}/{cluster}.db`, { cluster }),
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    };
  }
  const stage = `stage_${randomBytes(6).toString("hex")}`;
  const opened = new Set<string>();
  return {
    open(cluster) {
      opened.add(cluster);
      return openStore(`postgres:${database.url}`, { cluster: `${stage}_${cluster}` });
    },
    async [Symbol.asyncDispose]() {
      const schemas = [...opened].map((cluster) => `"understudy_${stage}_${cluster.toLowerCase()}"`);
      await database.run(schemas.map((schema) => `DROP SCHEMA IF EXISTS ${schema} CASCADE`));
    },
  };
}
