import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/** The name of the file by which the container library has processes of one user start containers one after the other. */
export const containerLock = `testcontainers-node-${userInfo().uid}.lock`;

/**
 * That file in the temporary folder, where the library leaves it. Undefined where it is there already: then it is another process's.
 */
export function newContainerLock(): string | undefined {
  const file = join(tmpdir(), containerLock);
  return existsSync(file) ? undefined : file;
}
