import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { parse, resolve } from "node:path";
import { promisify } from "node:util";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";

/** Folder of an embedded PostgreSQL beside the clusters' stores, or the reason (`why`) why there is none. */
export type PersistentDataFolder = Readonly<{ folder: string } | { why: string }>;

/** First part of the folder's name if the store's file name consists only of the placeholder for the cluster's name. */
const defaultName = "understudy";

/**
 * Returns the folder beside the files of a `store`: `data/a-postgresql` for `sqlite:data/a.db`,
 * `data/understudy-postgresql` for `sqlite:data/{cluster}.db`. Resolves to undefined for stores in memory.
 */
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
  // Other stores with their own servers may be in the same folder.
  const [stem = defaultName] = /[^-_.](?:.*[^-_.])?/s.exec(name.replaceAll("{cluster}", "")) ?? [];
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
