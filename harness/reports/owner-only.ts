import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from "node:fs";

/** Permissions of what the program writes: reports, histories and data may hold what only their owner should read. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

/** Any permission of a group or of others. */
const anyoneElse = 0o077;

/**
 * Opens a file for writing, empty, with permissions for its owner only, also where an earlier release created it readable by all. Returns its
 * descriptor. Throws the operating system's error.
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

/** Devices and pipes, such as `/dev/stdout`, keep their permissions; so do files of another user, which only their owner can change. */
function restrict(file: number): void {
  const status = fstatSync(file);
  if (!status.isFile() || (status.mode & anyoneElse) === 0 || status.uid !== process.getuid?.()) return;
  fchmodSync(file, ownerOnly.file);
}
