import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Additional folders to search, which are often only on an administrator's PATH. */
const administratorsFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/**
 * Returns the path of an executable program with one of these names, on the PATH or in {@link administratorsFolders},
 * or undefined if there is none.
 */
export async function programOnPath(names: readonly string[]): Promise<string | undefined> {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
    ...administratorsFolders,
  ];
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Try the next path.
    }
  }
  return undefined;
}
