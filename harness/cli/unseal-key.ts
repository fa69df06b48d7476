import { randomBytes } from "node:crypto";
import { link, lstat, open, readFile, rm } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { Failure } from "#harness/cli/failure.ts";
import { ownerOnly } from "#harness/reports/owner-only.ts";

/** Bytes of an unseal key: AES-256. */
const keyBytes = 32;

/** Beside what it opens, unless another file is named. */
const defaultName = "understudy.unseal-key";

/** The key that clusters unseal themselves with, and the file that it is kept in, if it is. */
export type UnsealKey = Readonly<{ key: Uint8Array; file?: string }>;

/**
 * The key for clusters over `store`. What outlasts the process needs its key again: it is kept in `unsealKeyFile`, for SQLite by
 * default beside the databases; made at the first start, readable by its owner alone. Throws a Failure.
 */
export async function unsealKeyFor(options: { store: string; unsealKeyFile?: string | undefined }): Promise<UnsealKey> {
  const file = options.unsealKeyFile ?? defaultFile(options.store);
  if (file === undefined) return { key: randomBytes(keyBytes) };
  return { key: (await createKey(file)) ?? (await read(file)), file };
}

function defaultFile(store: string): string | undefined {
  const address = parseStoreAddress(store);
  if (address.kind === "memory") return undefined;
  const folder = address.kind === "sqlite" ? parse(address.file).dir : undefined;
  if (folder !== undefined && !folder.includes("{cluster}")) return join(folder, defaultName);
  const why = "this --store outlasts the clusters, and so has the key that opens it";
  throw new Failure("usage", `${why}: say where it is kept by --unseal-key-file FILE, or unseal by hand with --sealed`);
}

/**
 * A new key in a new file; undefined when the file is there already. The key is written to another file first, which gets its name once
 * all of it is on the disk: the file is there whole or not at all.
 */
async function createKey(file: string): Promise<Uint8Array | undefined> {
  const key = randomBytes(keyBytes);
  const draft = `${file}.${randomBytes(6).toString("hex")}.new`;
  try {
    if (await exists(file)) return undefined;
    try {
      await writeNewFile(draft, `${key.toString("hex")}\n`);
      // Unlike a renaming, this never replaces the key of another start.
      await link(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
    await syncFolder(dirname(file));
    return key;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return undefined;
    const why = code === "ENOENT" ? `the folder ${dirname(file)} does not exist` : code;
    throw new Failure("usage", `--unseal-key-file ${file} cannot be written: ${why}`, { cause: error });
  }
}

/** Whether there is anything at `file`, be it a symbolic link to nowhere. */
async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

/** Writes `text` to a new file for its owner alone, and resolves when it is on the disk. */
async function writeNewFile(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", ownerOnly.file);
  await handle.writeFile(text);
  await handle.sync();
}

/** Has the folder remember its new entry when the machine loses its power. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

async function read(file: string): Promise<Uint8Array> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new Failure("usage", `--unseal-key-file ${file} cannot be read: ${cause.code}`, { cause });
  });
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) {
    throw new Failure("usage", `--unseal-key-file ${file} holds no key: ${2 * keyBytes} hexadecimal digits`);
  }
  return Uint8Array.fromHex(text.trim());
}
