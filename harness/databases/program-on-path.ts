import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";

/** Where systems keep servers that only their administrator starts by hand. */
const administratorsFolders = ["/usr/local/sbin", "/usr/sbin", "/sbin"];

/** The path of the first of these programs that can be started; undefined when none is there. */
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
      // It is not there; the next one may be.
    }
  }
  return undefined;
}
