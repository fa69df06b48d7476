import { randomBytes } from "node:crypto";
import { link, lstat, open, readFile, rm } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { parseStoreAddress } from "#cluster/stores/store-address.ts";
import { Failure } from "#harness/cli/failure.ts";
import { ownerOnly } from "#harness/files/owner-only.ts";

const keyBytes = 32;

const defaultName = "understudy.unseal-key";

/** Key with which clusters unseal themselves, and the path of its file, if there is one. */
export type UnsealKey = Readonly<{ key: Uint8Array; file?: string }>;

/**
 * Returns the unseal key for clusters on `store`. For a durable store, the first start writes a random key to
 * `unsealKeyFile`, by default a file next to the SQLite store, and later starts read it. Throws a Failure "usage" if
 * the file must be named but is not, or cannot be used.
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
  const why = "this --store is durable, so its unseal key must be kept as well";
  throw new Failure("usage", `${why}: name a file with --unseal-key-file FILE, or use --sealed and unseal by hand`);
}

/**
 * Creates a key in a new file. Returns undefined if the file exists. The key is written to a temporary file, which is
 * then linked to `file`; therefore `file` is never incomplete.
 */
async function createKey(file: string): Promise<Uint8Array | undefined> {
  const key = randomBytes(keyBytes);
  const draft = `${file}.${randomBytes(6).toString("hex")}.new`;
  try {
    if (await exists(file)) return undefined;
    try {
      await writeNewFile(draft, `${key.toString("hex")}\n`);
      // Unlike rename, link never replaces the key of a concurrent start.
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

async function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}

async function writeNewFile(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", ownerOnly.file);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

async function read(file: string): Promise<Uint8Array> {
  const text = await readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new Failure("usage", `--unseal-key-file ${file} cannot be read: ${cause.code}`, { cause });
  });
  if (!/^[0-9a-f]{64}\s*$/i.test(text)) {
    throw new Failure("usage", `--unseal-key-file ${file} holds no key: expected ${2 * keyBytes} hexadecimal digits`);
  }
  return Uint8Array.fromHex(text.trim());
}
