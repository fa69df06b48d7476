import { execFile } from "node:child_process";
import { lchown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Unavailable } from "#harness/reaper/unavailable.ts";

export type SystemUser = Readonly<{ uid: number; gid: number }>;

const run = promisify(execFile);

/**
 * If this process runs as root, returns the user that a database server should run as, because some servers refuse to
 * run as root; otherwise undefined. Rejects with an {@link Unavailable} if there is no suitable user.
 */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // Try the next user.
    }
  }
  throw new Unavailable("database servers do not run as root, and there is no user postgres or nobody to lend them");
}

/** Returns true if `user` can execute the program at `path`. Other users often cannot access files of root. */
export async function canStart(path: string, user: SystemUser): Promise<boolean> {
  try {
    await run(path, ["--version"], { ...user, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

/** Makes `user` the owner of `folder` and of everything in it. */
export async function handOver(folder: string, { uid, gid }: SystemUser): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) await lchown(join(folder, name), uid, gid);
}
