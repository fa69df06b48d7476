import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A file that a client names through the API. */
export type AllowedFile = Readonly<{
  path: string;
  /** Permissions when it is created. */
  mode: number;
  /** Below one of these it has to be, once all symbolic links are resolved. */
  folders: readonly string[];
}>;

const executable = 0o111;

/**
 * Opens a file for appending, and creates it when it is not there. Rejects with an Error that says why when it is not below one of the
 * folders, is a link, a pipe or a device, or may be executed.
 */
export async function openAllowed({ path, mode, folders }: AllowedFile): Promise<FileHandle> {
  const folder = await realpath(dirname(resolve(path)));
  await requireBelow(folder, folders);
  const file = join(folder, basename(path));
  const there = await lstat(file).catch(() => undefined);
  // To open a pipe is to wait for its reader; a folder is refused when it is opened.
  if (there && !there.isFile() && !there.isDirectory()) throw new Error("file_path must be a file of its own");
  if (there?.isFile() && (there.mode & executable) !== 0) throw new Error("file_path must not be executable");
  // Should a link have come about meanwhile, it is not followed.
  return open(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW, mode);
}

async function requireBelow(folder: string, folders: readonly string[]): Promise<void> {
  for (const allowed of folders) {
    const way = relative(await realpath(allowed).catch(() => resolve(allowed)), folder);
    if (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  }
  throw new Error(`file_path must be below an allowed folder: ${folders.join(", ")}`);
}
