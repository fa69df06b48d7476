import { closeSync, fchmodSync, fstatSync, openSync, writeFileSync } from "node:fs";

/** Permissions of reports, histories and data: only for their owner. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const;

const anyoneElse = 0o077;

/**
 * Opens a file for writing, truncates it, and removes the permissions of group and others. Devices, pipes and files of
 * other users keep their permissions. Returns the file descriptor. Throws the operating system's error.
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

/** Writes a file that is opened with {@link openOwnerOnly}. Throws the operating system's error. */
export function writeOwnerOnly(path: string, text: string): void {
  const file = openOwnerOnly(path);
  try {
    writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
}

/** Devices and pipes, such as `/dev/stdout`, keep their permissions, and so do files of other users. */
function restrict(file: number): void {
  const status = fstatSync(file);
  if (!status.isFile() || (status.mode & anyoneElse) === 0 || status.uid !== process.getuid?.()) return;
  fchmodSync(file, ownerOnly.file);
}
