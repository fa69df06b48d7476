import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programOnPath } from "./program-on-path.ts";

export type ServerProduct = "postgresql" | "mariadb" | "redis";

/**
 * Sources of a server, in order of preference: the user's own server, a container, programs on the PATH, an npm
 * package.
 */
export const serverSources = ["url", "containers", "programs", "embedded"] as const;

export type ServerSource = (typeof serverSources)[number];

/**
 * Requirements of the sources of each product: an environment variable with address and credentials, an image, programs
 * on the PATH, and an npm package (if `isPackaged`).
 */
export const served: Readonly<
  Record<ServerProduct, Readonly<{ variable: string; image: string; programs: readonly string[]; isPackaged: boolean }>>
> = {
  postgresql: {
    variable: "UNDERSTUDY_POSTGRESQL_URL",
    image: "postgres:15",
    programs: ["postgres", "initdb"],
    isPackaged: true,
  },
  mariadb: {
    variable: "UNDERSTUDY_MARIADB_URL",
    image: "mariadb:10.11",
    programs: ["mariadbd", "mariadb-install-db"],
    isPackaged: false,
  },
  redis: { variable: "UNDERSTUDY_REDIS_URL", image: "redis:7.0", programs: ["redis-server"], isPackaged: false },
};

const dockerMilliseconds = 5_000;

/**
 * Returns the source of a server: `named`, or the first that is available. Without `named`, Docker must already have
 * the image, so that no download delays the run. For products without an npm package, "embedded" means the programs on
 * the PATH. Resolves to undefined if no source is available.
 */
export async function sourceOf(product: ServerProduct, named?: ServerSource): Promise<ServerSource | undefined> {
  if (named === "embedded" && !served[product].isPackaged) return sourceOf(product, "programs");
  // An unavailable named source fails when the server is started.
  if (named === "containers" || named === "url") return named;
  for (const source of named ? [named] : serverSources) if (await has(product, source)) return source;
  return undefined;
}

async function has(product: ServerProduct, source: ServerSource): Promise<boolean> {
  const { variable, image, programs, isPackaged } = served[product];
  if (source === "url") return Boolean(process.env[variable]);
  if (source === "containers") return await hasImage(image);
  if (source === "embedded") return isPackaged;
  const found = await Promise.all(programs.map((program) => programOnPath([program])));
  return found.every((path) => path !== undefined);
}

async function hasImage(image: string): Promise<boolean> {
  try {
    await promisify(execFile)("docker", ["image", "inspect", image], { timeout: dockerMilliseconds });
    return true;
  } catch {
    return false;
  }
}
