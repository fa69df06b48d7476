import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { DatabaseServer } from "./database-server.ts";
import { programOnPath } from "./program-on-path.ts";
import type { ServerKind } from "./start-server.ts";

/** The products that scenarios may ask for beside PostgreSQL, each a capability of its stage. */
export const otherProducts = ["mariadb", "redis"] as const;

export type OtherProduct = (typeof otherProducts)[number];

/** The environment variable with the address of a server of yours, credentials and all, and the programs that a server of ours takes. */
const sources: Readonly<Record<OtherProduct, Readonly<{ variable: string; programs: readonly string[] }>>> = {
  mariadb: { variable: "UNDERSTUDY_MARIADB_URL", programs: ["mariadbd", "mariadb-install-db"] },
  redis: { variable: "UNDERSTUDY_REDIS_URL", programs: ["redis-server"] },
};

/**
 * Whether there can be a server of this product: yours by its address, a container, or the program on the PATH. In CI it is always taken to
 * be there, so that one that is missing fails the run and does not leave its scenarios out.
 */
export async function hasServer(product: OtherProduct, kind: ServerKind): Promise<boolean> {
  const { variable, programs } = sources[product];
  if (process.env[variable] || kind === "containers" || process.env.CI === "true") return true;
  const found = await Promise.all(programs.map((program) => programOnPath([program])));
  return found.every((path) => path !== undefined);
}

/** Starts or reaches a server of this product; in what order is {@link hasServer}'s. Rejects with an {@link Unavailable}. */
export async function startOtherServer(product: OtherProduct, kind: ServerKind): Promise<DatabaseServer> {
  const { variable } = sources[product];
  const url = process.env[variable];
  if (url) return byUrl(product, url, variable);
  if (kind === "containers") {
    return product === "mariadb"
      ? (await import("./container-mariadb.ts")).containerMariadb()
      : (await import("./container-redis.ts")).containerRedis();
  }
  return product === "mariadb"
    ? (await import("./program-mariadb.ts")).programMariadb()
    : (await import("./program-redis.ts")).programRedis();
}

async function byUrl(product: OtherProduct, url: string, variable: string): Promise<DatabaseServer> {
  const described = { url, description: `the server at ${variable}` };
  const server =
    product === "mariadb"
      ? (await import("./mariadb-by-url.ts")).mariadbByUrl(described)
      : (await import("./redis-by-url.ts")).redisByUrl(described);
  if (await server.answers()) return server;
  await server[Symbol.asyncDispose]();
  throw new Unavailable(`no server answers at the address in ${variable}`);
}
