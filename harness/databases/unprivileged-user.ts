import { execFile } from "node:child_process";
import { lchown, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Unavailable } from "#harness/reaper/unavailable.ts";

/** A user of the operating system, by numbers. */
export type SystemUser = Readonly<{ uid: number; gid: number }>;

const run = promisify(execFile);

/**
 * The user that a database server runs as when we are root, for as root some do not run; undefined when we are not. Root lends it a user that
 * is there anyway, so that none has to be made and left behind. Rejects with a {@link Unavailable}.
 */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // There is no such user; the next one will do.
    }
  }
  throw new Unavailable("database servers do not run as root, and there is no user postgres or nobody to lend them");
}

/** Whether `user` can start the program at `path`. A project of root's is often closed to all others. */
export async function canStart(path: string, user: SystemUser): Promise<boolean> {
  try {
    await run(path, ["--version"], { ...user, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}

/** Makes `folder`, with all that is in it, `user`'s own. */
export async function handOver(folder: string, { uid, gid }: SystemUser): Promise<void> {
  for (const name of ["", ...(await readdir(folder, { recursive: true }))]) await lchown(join(folder, name), uid, gid);
}
