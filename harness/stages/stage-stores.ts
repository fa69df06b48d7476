import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "#cluster/stores/open-store.ts";
import type { OpenedStore } from "#cluster/stores/opened-store.ts";
import { persistentMemoryStores } from "#cluster/stores/persistent-memory-stores.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";

/** On what the clusters of a live stage keep their state. */
export type StoreKind = "memory" | "sqlite" | "postgres";

/** The stores of one stage. Disposing does away with what is stored; by then all of them are closed. */
export interface StageStores extends AsyncDisposable {
  /** Opens a cluster's store, and again what it left there. */
  open(cluster: string): Promise<OpenedStore>;
}

/** Where there is room for stores. */
export type StoreFolder = Readonly<{
  database: Pick<DatabaseServer, "url" | "run">;
  /** Folder for a temporary folder. Default: the system's. */
  folder?: string;
}>;

/** Makes room for the stores of one stage: in memory, in a temporary folder, or in `database`, in schemas that no other stage uses. */
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
