import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programOnPath } from "./program-on-path.ts";

/** A product whose real servers scenarios are played on. */
export type ServerProduct = "postgresql" | "mariadb" | "redis";

/**
 * Where a real server comes from, in the order in which it is looked for: yours by its address, a container, programs on the PATH, an npm
 * package.
 */
export const serverSources = ["url", "containers", "programs", "embedded"] as const;

export type ServerSource = (typeof serverSources)[number];

/** What each source takes: the environment variable with an address, credentials and all; an image; programs; and whether there is a package. */
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

/** A Docker that takes longer to say whether it has an image is taken for none. */
const dockerMilliseconds = 5_000;

/**
 * The source that a server of this product is taken from: the one that is named, or the first that has one. Docker counts only where the image
 * is there already, so that no one waits for a download they did not ask for. "embedded" means programs where there is no package. Undefined
 * when none has one.
 */
export async function sourceOf(product: ServerProduct, named?: ServerSource): Promise<ServerSource | undefined> {
  if (named === "embedded" && !served[product].isPackaged) return sourceOf(product, "programs");
  // What is named and does not answer says so itself when it is started.
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
