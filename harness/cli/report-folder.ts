import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";

/**
 * Returns the absolute path of the folder for reports. The folder need not exist. A relative `name` refers to
 * `directory`. Throws a Failure "usage" that names `option` if the folder, or its nearest existing parent, is a file or is not
 * writable.
 */
export function reportFolder(name: string, directory: string, option = "--report"): string {
  const folder = resolve(directory, name);
  const existing = nearestExisting(folder);
  if (!statSync(existing).isDirectory()) {
    const what = existing === folder ? "is a file" : `would be below ${existing}, which is a file`;
    throw new Failure("usage", `${option} must name a folder; ${name} ${what}`);
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Failure("usage", `${option} must name a folder that can be written; ${existing} cannot`, { cause });
  }
  return folder;
}

function nearestExisting(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return path;
  } catch (error) {
    // A path below a file gets ENOTDIR instead of ENOENT.
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
  }
  return nearestExisting(dirname(path));
}
