import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** Name of the lock file with which the container library serializes starts of a user. */
export const containerLock = `testcontainers-node-${userInfo().uid}.lock`;

/**
 * Returns the path of the lock file in the temporary folder, where the library leaves it behind.
 * Returns undefined if the file exists already, since it then belongs to another process.
 */
export function newContainerLock(): string | undefined {
  const file = join(tmpdir(), containerLock);
  return existsSync(file) ? undefined : file;
}
