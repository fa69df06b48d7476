import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { ownerOnly } from "#harness/files/owner-only.ts";
import { Unavailable } from "#harness/reaper/unavailable.ts";
import type { SystemUser } from "./unprivileged-user.ts";

/** Password and port of a server with persistent data. `port` is missing before the first start. */
export type PersistentServer = Readonly<{ password: string; port?: number | undefined }>;

export type PersistentData = Readonly<{ data: string; server: PersistentServer }>;

const server = z.object({ password: z.string(), port: z.number().int().positive().optional() });
/** Name of the file in the data folder with password and port. PostgreSQL ignores the file. */
const fileName = "understudy.json";

/**
 * Returns the data that are stored in `folder`. If there are none, or an interrupted start left them incomplete, `make`
 * creates them. Rejects with an {@link Unavailable} if the stored password and port cannot be read.
 */
export async function persistentData(
  folder: string,
  options: Readonly<{ password: string; user: SystemUser | undefined; make: (data: string) => Promise<void> }>,
): Promise<PersistentData> {
  const { password, user, make } = options;
  const data = join(folder, "data");
  const known = await read(data);
  if (known) return { data, server: known };
  await mkdir(folder, { recursive: true, mode: ownerOnly.folder });
  if (user) await chown(folder, user.uid, user.gid);
  const begun = join(folder, "begun");
  await rm(begun, { recursive: true, force: true });
  await make(begun);
  await rememberServer({ data: begun, user }, { password });
  await rename(begun, data);
  return { data, server: { password } };
}

/** Stores password and port of the server atomically. */
export async function rememberServer(
  { data, user }: Readonly<{ data: string; user: SystemUser | undefined }>,
  saved: PersistentServer,
): Promise<void> {
  const [file, draft] = [join(data, fileName), join(data, `${fileName}.new`)];
  await writeFile(draft, `${JSON.stringify(saved)}\n`, { mode: ownerOnly.file, flush: true });
  if (user) await chown(draft, user.uid, user.gid);
  await rename(draft, file);
}

async function read(data: string): Promise<PersistentServer | undefined> {
  const file = join(data, fileName);
  try {
    return server.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new Unavailable(`the kept PostgreSQL cannot be used: ${file} is not as it was left`, { cause });
  }
}
