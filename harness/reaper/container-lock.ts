import { existsSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/**
 * The file in the temporary folder by which the container library has processes of one user start containers one after the other, and
 * which it leaves there. Undefined where it is there already: then it is another process's.
 */
export function newContainerLock(): string | undefined {
  const file = join(tmpdir(), `testcontainers-node-${userInfo().uid}.lock`);
  return existsSync(file) ? undefined : file;
}
