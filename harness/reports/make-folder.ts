import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ownerOnly } from "#harness/reports/owner-only.ts";

/**
 * Creates the folder, and missing folders above it, for their owner only. Throws the operating system's error. One level after the other: Node's own
 * recursion never ends where a folder that is there takes no other, such as `/proc`.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: ownerOnly.folder });
  } catch (error) {
    // Another program may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
