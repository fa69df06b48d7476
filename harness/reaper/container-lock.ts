import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Name of the lock file by which testcontainers starts only one container of a user at a time. */
export const containerLock = `testcontainers-node-${userInfo().uid}.lock`;

/**
 * Returns the path of the lock file, which the library creates in the temporary folder and does not remove. Returns
 * undefined if the file exists, because it may belong to another process.
 */
export function newContainerLock(): string | undefined {
  const file = join(tmpdir(), containerLock);
  return existsSync(file) ? undefined : file;
}
