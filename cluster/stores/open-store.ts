import { inMemory } from "./in-memory.ts";
import type { OpenedStore } from "./opened-store.ts";
import { postgresqlStore } from "./postgresql.ts";
import { sqliteStore } from "./sqlite.ts";
import { fileOf, parseStoreAddress } from "./store-address.ts";
import { StoreFailure } from "./store-failure.ts";

/** Matches permitted cluster names, which are parts of file names and, with a limit of 63 bytes, of schema names. */
const nameForm = /^[A-Za-z0-9_-]{1,48}$/;

/**
 * Opens a cluster's store. `address` is `memory` (a new, empty store), `sqlite:FILE` or `postgres:URL`. Rejects with a
 * {@link StoreFailure}.
 */
export async function openStore(address: string, { cluster }: Readonly<{ cluster: string }>): Promise<OpenedStore> {
  const where = parseStoreAddress(address);
  if (where.kind === "memory") return { ...inMemory(), async kill() {}, async [Symbol.asyncDispose]() {} };
  if (!nameForm.test(cluster)) {
    throw new StoreFailure(
      "bad address",
      "a cluster with a durable store must have a name of 1 to 48 letters, digits, _ and -",
    );
  }
  if (where.kind === "postgres") return postgresqlStore({ url: where.url, cluster });
  return sqliteStore({ file: fileOf(where.file, cluster), synchronous: where.synchronous });
}
