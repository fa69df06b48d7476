import { type FileHandle, open, stat } from "node:fs/promises";
import type { AuditSink } from "#engine/ports/audit.ts";
import { type AllowedFile, openAllowed } from "./allowed-file.ts";
import { inOneGo } from "./in-one-go.ts";

const lineFeed = 0x0a;

/**
 * Appends lines to a file, which is created when it is not there, and created anew when it was moved or removed. A line that could be
 * written only in part, because the disk was full or a process died, stays as it is, and the next line begins on a line of its own. Rejects
 * as {@link openAllowed} does.
 */
export async function fileSink(allowed: AllowedFile): Promise<AuditSink> {
  const { path } = allowed;
  let file: FileHandle = await openAllowed(allowed);
  /** Whether the file may end in the middle of a line: known only after a write that succeeded. */
  let mayBeTorn = true;
  const queue = inOneGo(async (lines) => {
    // Log rotation moves the file away: what comes next belongs into a new one.
    if ((await stat(path).catch(() => undefined))?.ino !== (await file.stat()).ino) {
      const moved = file;
      file = await openAllowed(allowed);
      mayBeTorn = true;
      await moved.close();
    }
    const start = mayBeTorn && (await endsWithinALine(file, path)) ? "\n" : "";
    mayBeTorn = true;
    await file.appendFile(start + lines);
    mayBeTorn = false;
  });
  return {
    write: (line) => queue.add(line),
    async close() {
      await queue.settled();
      await file.close();
    },
  };
}

/** Whether `file`, which is at `path`, ends in the middle of a line. One that may not be read is taken to. */
async function endsWithinALine(file: FileHandle, path: string): Promise<boolean> {
  const status = await file.stat();
  if (!status.isFile() || status.size === 0) return false;
  try {
    await using reader = await open(path, "r");
    const { buffer, bytesRead } = await reader.read({ buffer: Buffer.alloc(1), position: status.size - 1 });
    return bytesRead === 1 && buffer[0] !== lineFeed;
  } catch {
    return true;
  }
}
