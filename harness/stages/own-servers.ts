import { missingCapability } from "#harness/capabilities/missing-capability.ts";
import type { DatabaseServer } from "#harness/databases/database-server.ts";

/** Capabilities of every stage that starts its own clusters. */
export const ownServers = [
  ...["init", "fresh", "replication", "right-to-lead", "own-rules", "namespaces", "quotas", "database", "cloud"],
] as const;

/** Returns the main database server if it is of this kind; otherwise rejects with `CannotBePlayed`. */
export async function ownDatabaseOnly(database: DatabaseServer, kind: DatabaseServer["kind"]): Promise<DatabaseServer> {
  if (kind === database.kind) return database;
  throw missingCapability(kind === "postgresql" ? "database" : kind);
}
