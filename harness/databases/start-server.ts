import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseServer } from "./database-server.ts";
import { type ServerProduct, type ServerSource, served, sourceOf } from "./server-source.ts";

/** With `isEncrypted`, a started server requires TLS, and accepts client certificates if the product supports them. */
export type ServerOptions = Readonly<{ source?: ServerSource | undefined; isEncrypted?: boolean }>;

/**
 * Starts a new server, or connects to the user's own server. If `source` is omitted, {@link sourceOf} chooses it; with
 * `isEncrypted`, the user's own server is then skipped. Rejects with an {@link Unavailable}.
 */
export async function startServer(product: ServerProduct, { source, isEncrypted = false }: ServerOptions = {}) {
  // The user's own server has TLS or not by its own configuration, so it is skipped here.
  const found = isEncrypted && source === undefined ? await startedSource(product) : await sourceOf(product, source);
  return starters[found ?? "none"](product, isEncrypted);
}

async function startedSource(product: ServerProduct): Promise<ServerSource | undefined> {
  const found = await sourceOf(product);
  return found === "url" ? sourceOf(product, "programs").then((programs) => programs ?? "embedded") : found;
}

const starters: Readonly<
  Record<ServerSource | "none", (product: ServerProduct, isEncrypted: boolean) => Promise<DatabaseServer>>
> = {
  url: byUrl,
  containers: async (product, isEncrypted) =>
    (await import("./container-server.ts")).containerServer(product, { isEncrypted }),
  programs: async (product, isEncrypted) =>
    product === "postgresql"
      ? (await import("./program-postgresql.ts")).programPostgresql({ isEncrypted })
      : (await import("./program-server.ts")).programServer(product, { isEncrypted }),
  embedded: async (product, isEncrypted) =>
    product === "postgresql"
      ? (await import("./embedded-postgresql.ts")).embeddedPostgresql({ isEncrypted })
      : starters.none(product, isEncrypted),
  async none(product) {
    const { variable, programs } = served[product];
    throw new Unavailable(
      `there is no ${product}: no ${variable}, no container, no ${programs.join(" and ")} on the PATH`,
    );
  },
};

async function byUrl(product: ServerProduct): Promise<DatabaseServer> {
  const { variable } = served[product];
  const url = process.env[variable];
  if (!url) throw new Unavailable(`${variable} names no server`);
  const { serverByUrl } = await import("./server-by-url.ts");
  const server = serverByUrl(product, { url, description: `the server at ${variable}` });
  if (await server.answers()) return { ...server, isShared: true };
  await server[Symbol.asyncDispose]();
  throw new Unavailable(`no server answers at the address in ${variable}`);
}
