import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Canaries } from "./canaries.ts";

/**
 * Returns the number of files in a folder tree, and the paths of files that contain a secret, each with its encoding.
 */
export function seenBelow(
  folder: string,
  secrets: readonly string[],
): Readonly<{ files: number; seen: readonly string[] }> {
  const canaries = new Canaries();
  for (const secret of secrets) canaries.add(secret);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    // Excludes sockets and files that a server has just removed.
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
  const seen = paths.flatMap((path) => canaries.in(textOf(path)).map(({ form }) => `${path} (${form})`));
  return { files: paths.length, seen };
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
