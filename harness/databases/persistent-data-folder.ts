import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { parse, resolve } from "node:path";
import { promisify } from "node:util";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";

/** Where an embedded PostgreSQL is kept with the stores of clusters, or why it is not. */
export type PersistentDataFolder = Readonly<{ folder: string } | { why: string }>;

/** What it is called where the files of stores have nothing in their names but the cluster's. */
const usualName = "understudy";

/** The place beside the files of a `store`: `data/a-postgresql` for `sqlite:data/a.db`, `data/understudy-postgresql` for `sqlite:data/{cluster}.db`; undefined for stores that are not kept themselves. */
export async function persistentDataFolder(store: string): Promise<PersistentDataFolder | undefined> {
  const address = parseStoreAddress(store);
  if (address.kind === "memory") return undefined;
  if (address.kind === "postgres") return { why: "it is kept only beside stores in files" };
  const { dir, name } = parse(resolve(address.file));
  if (dir.includes("{cluster}")) return { why: "the stores have no folder in common" };
  if (!existsSync(dir)) return { why: "the folder of the stores is not there" };
  const user = await unprivilegedUser();
  if (user && !(await canEnter(dir, user))) {
    return { why: `PostgreSQL does not run as root, and whom root lends it cannot enter ${dir}` };
  }
  // Other stores may lie in the same folder, with a server of their own.
  const [stem = usualName] = /[^-_.](?:.*[^-_.])?/s.exec(name.replaceAll("{cluster}", "")) ?? [];
  return { folder: resolve(dir, `${stem}-postgresql`) };
}

async function canEnter(folder: string, user: Readonly<{ uid: number; gid: number }>): Promise<boolean> {
  try {
    await promisify(execFile)("sh", ["-c", 'cd "$0"', folder], { ...user, cwd: "/" });
    return true;
  } catch {
    return false;
  }
}
