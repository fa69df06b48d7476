import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { keyedMutex } from "#engine/core/concurrency/keyed-mutex.ts";
import { areAuditLines } from "#engine/ports/audit-lines.ts";

/** A file that a client names through the API. */
export type AllowedFile = Readonly<{
  /** Relative paths are in the first of the folders. */
  path: string;
  /** Permissions. Undefined: the owner's alone when it is created, and those that it has when it exists. */
  mode: number | undefined;
  /** How each line begins that an audit device has written to it. */
  beginning: string;
  /** It must be below one of these, once all symbolic links are resolved. */
  folders: readonly string[];
}>;

const ownerOnly = 0o600;
const executable = 0o111;
const permissions = 0o777;
/** How much of a file is judged, at its beginning and at its end: more than a program's first line, and quick to read. */
const judgedBytes = 65_536;

/** Files that sinks of this process have open, by device and inode, and how many: an empty one among them is ours. */
const openHere = new Map<string, number>();
/** Files are opened one after another, so that none is seen between its creation and its entry in `openHere`. */
const oneByOne = keyedMutex();

/** A file to append to, which an audit device of this process created, or in which it found nothing but its own lines. */
export type OpenFile = Readonly<{ file: FileHandle; path: string; inode: number; close(): Promise<void> }>;

/**
 * Opens a file that exists for appending; undefined where there is none. Rejects with an Error that says why when it is not below one
 * of the folders, is a link, a pipe, a device or executable, is another user's, or holds anything but lines of this audit device.
 */
export function openExisting(allowed: AllowedFile): Promise<OpenFile | undefined> {
  return oneByOne("opening", async () => existing(await allowedPath(allowed), allowed));
}

/** As {@link openExisting}, but creates the file when there is none. */
export function openOrCreate(allowed: AllowedFile): Promise<OpenFile> {
  return oneByOne("opening", async () => {
    const path = await allowedPath(allowed);
    return (await existing(path, allowed)) ?? (await created(path, allowed));
  });
}

/** Creates the one of the folders that the file is in or below: such as a cluster's own, which has no file yet. */
export async function makeAllowedFolder({ path, folders }: AllowedFile): Promise<void> {
  const whole = resolve(folders[0] ?? "", path);
  const folder = nominalFolder(whole, folders);
  if (folder !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
}

/** The allowed folder that a file is in or below by its path alone, without a look at links. */
function nominalFolder(whole: string, folders: readonly string[]): string | undefined {
  return folders.map((allowed) => resolve(allowed)).find((allowed) => isWithin(allowed, dirname(whole)));
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The path of the file, with all links but the last segment resolved. */
async function allowedPath({ path, folders }: AllowedFile): Promise<string> {
  const whole = resolve(folders[0] ?? "", path);
  const folder = await realpath(dirname(whole)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    // Whether a folder exists elsewhere is not for clients to know.
    if (nominalFolder(whole, folders) === undefined) throw notAllowed(folders);
    throw new Error("the folder of file_path does not exist");
  });
  for (const allowed of folders) {
    const allowedFolder = await realpath(allowed).catch(() => resolve(allowed));
    if (isWithin(allowedFolder, folder)) return join(folder, basename(whole));
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
  // To open a pipe is to wait for its reader, and to open a device may be to use it.
  requireOrdinary(found);
  const file = await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Should another file have come about meanwhile, that one is judged.
    const status = await file.stat();
    requireOrdinary(status);
    await requireAuditLines(file, status, beginning);
    if (mode !== undefined && (status.mode & permissions & ~mode) !== 0) await file.chmod(status.mode & mode);
    return held(file, path, status);
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function created(path: string, { mode = ownerOnly }: AllowedFile): Promise<OpenFile> {
  const { O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW } = constants;
  const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
  return held(file, path, await file.stat());
}

function held(file: FileHandle, path: string, status: Stats): OpenFile {
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
  // A line's beginning has the same bytes in either encoding of them as text.
  const expected = Buffer.from(beginning).toString("latin1");
  const head = await textOf(file, 0, Math.min(size, judgedBytes));
  const tail = size <= judgedBytes ? "" : await textOf(file, size - judgedBytes, judgedBytes);
  const whole = tail.indexOf("\n") + 1;
  const isOurs =
    areAuditLines(head, expected) &&
    (whole === 0 || whole === tail.length || areAuditLines(tail.slice(whole), expected));
  if (!isOurs) throw new Error("file_path must be a new file, or one with entries of an audit device with this prefix");
}

async function textOf(file: FileHandle, position: number, length: number): Promise<string> {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position });
  return buffer.toString("latin1", 0, bytesRead);
}
