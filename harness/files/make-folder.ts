import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ownerOnly } from "#harness/files/owner-only.ts";

/**
 * Creates a folder and its missing parents with `mode`. Default: only their owner can access them. Throws the operating system's error.
 * Creates one level at a time, because Node's recursive mkdir never returns if a parent such as `/proc` allows no
 * subfolders.
 */
export function makeFolder(folder: string, mode: number = ownerOnly.folder): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another program may have created it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
