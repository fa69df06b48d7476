import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from "node:fs";

/** Permissions of reports, histories and data, which only their owner should read. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/** Mask of all permissions of the group and of others. */
const anyoneElse = 0o077;

/**
 * Opens a file for writing, empty, with permissions for its owner only, even if it exists with
 * more. Returns its descriptor. Throws the operating system's error.
 */
export function openOwnerOnly(path: string): number {
  const file = openSync(path, "w", ownerOnly.file);
  try {
    restrict(file);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Writes a file with permissions for its owner only. Throws the operating system's error. */
export function writeOwnerOnly(path: string, text: string): void {
  const file = openOwnerOnly(path);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/**
 * Devices and pipes, such as `/dev/stdout`, keep their permissions; so do files of other users,
 * which only their owner can change.
 */
function restrict(file: number): void {
  const status = fstatSync(file);
  if (!status.isFile() || (status.mode & anyoneElse) === 0 || status.uid !== process.getuid?.()) return;
  fchmodSync(file, ownerOnly.file);
}
