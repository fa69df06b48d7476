import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { keyedMutex } from "#engine/core/concurrency/keyed-mutex.ts";
import { areAuditLines } from "#engine/ports/audit-lines.ts";

export type AllowedFile = Readonly<{
  /** A relative path is resolved against the first of `folders`. */
  path: string;
  /**
   * Permissions of a new file, before the umask. An existing file loses all permissions that are not in `mode`.
   * Undefined: a new file is accessible to its owner only, an existing file is unchanged.
   */
  mode: number | undefined;
  /** Text with which lines of this audit device begin. */
  beginning: string;
  /** Folders below which the file may be. Symbolic links are resolved before the check. */
  folders: readonly string[];
}>;

const ownerOnly = 0o600;
const executable = 0o111;
const permissions = 0o777;
const checkedBytes = 65_536;

/** Number of open sinks of this process, by file. Files in this map may be empty. */
const openHere = new Map<string, number>();
/** Runs one opening at a time, so that no other call sees a file that is created but not yet in `openHere`. */
const oneByOne = keyedMutex();

export type OpenFile = Readonly<{ file: FileHandle; path: string; inode: number; close(): Promise<void> }>;

/**
 * Opens an existing file for appending. Resolves to undefined if the file does not exist. Rejects with an Error if the
 * file is not permitted, for example because it is a link, is executable, or has other lines than those of this audit
 * device.
 */
export function openExisting(allowed: AllowedFile): Promise<OpenFile | undefined> {
  return oneByOne("opening", async () => existing(await allowedPath(allowed), allowed));
}

/** Like {@link openExisting}, but creates the file if it does not exist. */
export function openOrCreate(allowed: AllowedFile): Promise<OpenFile> {
  return oneByOne("opening", async () => {
    const path = await allowedPath(allowed);
    return (await existing(path, allowed)) ?? (await created(path, allowed));
  });
}

/**
 * Creates the first of `folders` that contains `path`, if that folder does not exist. Does nothing if none of `folders`
 * contains `path`.
 */
export async function makeAllowedFolder({ path, folders }: AllowedFile): Promise<void> {
  const absolute = resolve(folders[0] ?? "", path);
  const folder = nominalFolder(absolute, folders);
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
}

function nominalFolder(absolute: string, folders: readonly string[]): string | undefined {
  return folders.map((allowed) => resolve(allowed)).find((allowed) => isWithin(allowed, dirname(absolute)));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function allowedPath({ path, folders }: AllowedFile): Promise<string> {
  const absolute = resolve(folders[0] ?? "", path);
  const folder = await realpath(dirname(absolute)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    // Clients must not learn whether a folder exists elsewhere.
    if (nominalFolder(absolute, folders) === undefined) throw notAllowed(folders);
    throw new Error("the folder of file_path does not exist");
  });
  for (const allowed of folders) {
    const allowedFolder = await realpath(allowed).catch(() => resolve(allowed));
    if (isWithin(allowedFolder, folder)) return join(folder, basename(absolute));
  }
  throw notAllowed(folders);
}

function notAllowed(folders: readonly string[]): Error {
  return new Error(`file_path must be below an allowed folder: ${folders.join(", ")}`);
}

async function existing(path: string, { mode, beginning }: AllowedFile): Promise<OpenFile | undefined> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (!found) return undefined;
  // Opening a pipe would wait for its reader, and opening a device may have effects.
  requireOrdinary(found);
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // The file may have been replaced meanwhile; the opened one is checked.
    const status = await file.stat();
    requireOrdinary(status);
    await requireAuditLines(file, status, beginning);
    if (mode !== undefined && (status.mode & permissions & ~mode) !== 0) await file.chmod(status.mode & mode);
    return opened(file, path, status);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function created(path: string, { mode = ownerOnly }: AllowedFile): Promise<OpenFile> {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  return opened(file, path, await file.stat());
}

function opened(file: FileHandle, path: string, status: Stats): OpenFile {
  const id = idOf(status);
  openHere.set(id, (openHere.get(id) ?? 0) + 1);
  return {
    file,
    path,
    inode: status.ino,
    async close() {
      const others = (openHere.get(id) ?? 1) - 1;
      if (others === 0) openHere.delete(id);
      else openHere.set(id, others);
      await file.close();
    },
  };
}

const idOf = ({ dev, ino }: Stats) => `${dev}:${ino}`;

function requireOrdinary(status: Stats): void {
  if (status.isDirectory()) throw new Error("file_path must be a file, and is a folder");
  if (!status.isFile()) throw new Error("file_path must be a file, and no link, pipe or device");
  if (status.nlink > 1) throw new Error("file_path must be the only name of its file, and is a hard link");
  if ((status.mode & executable) !== 0) throw new Error("file_path must not be executable");
  const user = process.geteuid?.();
  if (user !== undefined && status.uid !== user) throw new Error("file_path must belong to the user of this process");
}

async function requireAuditLines(file: FileHandle, status: Stats, beginning: string): Promise<void> {
  const { size } = status;
  if (size === 0) {
    if (openHere.has(idOf(status))) return;
    throw new Error("file_path must be a file that an audit device created: remove the empty file that is there");
  }
  // Latin-1 compares bytes.
  const expected = Buffer.from(beginning).toString("latin1");
  const head = await textOf(file, 0, Math.min(size, checkedBytes));
  const tail = size <= checkedBytes ? "" : await textOf(file, size - checkedBytes, checkedBytes);
  const absolute = tail.indexOf("\n") + 1;
  const isOurs =
    areAuditLines(head, expected) &&
    (absolute === 0 || absolute === tail.length || areAuditLines(tail.slice(absolute), expected));
  if (!isOurs) throw new Error("file_path must be a new file, or one with entries of an audit device with this prefix");
}

async function textOf(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.toString("latin1", 0, bytesRead);
}
