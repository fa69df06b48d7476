import type { DatabaseServer } from "./database-server.ts";

/** How a database server for scenarios comes to be: from an npm package, or in a container. */
export type ServerKind = "embedded" | "containers";

/** Starts a new database server. What it is made of is imported only when it is wanted. Rejects with an `Unavailable`. */
export async function startServer(kind: ServerKind): Promise<DatabaseServer> {
  if (kind === "embedded") return (await import("./embedded-postgresql.ts")).embeddedPostgresql();
  return (await import("./container-postgresql.ts")).containerPostgresql();
}
