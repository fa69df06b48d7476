import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Path of the package's root folder, with a trailing slash. */
export const packageRoot = fileURLToPath(new URL("../..", import.meta.url));

const manifest = z.object({ version: z.string() });
let version: string | undefined;

export function packageVersion(): string {
  version ??= manifest.parse(JSON.parse(readFileSync(`${packageRoot}package.json`, "utf8"))).version;
  return version;
}
