import { accessSync, constants, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { Failure } from "#harness/cli/failure.ts";

/**
 * The folder for reports, absolute; `name` is relative to `directory`. It need not be there yet, and is not made here.
 * Throws a Failure "usage" where it cannot be: a file stands in its way, or it is not writable.
 */
export function reportFolder(name: string, directory: string): string {
  const folder = resolve(directory, name);
  const existing = nearestExisting(folder);
  if (!statSync(existing).isDirectory()) {
    const what = existing === folder ? "is a file" : `would be below ${existing}, which is a file`;
    throw new Failure("usage", `--report must name a folder; ${name} ${what}`);
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Failure("usage", `--report must name a folder that can be written; ${existing} cannot`, { cause });
  }
  return folder;
}

/** The path itself, or the nearest above it that exists. */
function nearestExisting(path: string): string {
  try {
    if (statSync(path, { throwIfNoEntry: false })) return path;
  } catch (error) {
    // Below a file nothing can be, which is told by an error of its own.
    if ((error as NodeJS.ErrnoException).code !== "ENOTDIR") throw error;
  }
  return nearestExisting(dirname(path));
}
