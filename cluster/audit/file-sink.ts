import { rm, stat } from "node:fs/promises";
import type { AuditSink } from "#engine/ports/audit.ts";
import { type AllowedFile, makeAllowedFolder, type OpenFile, openExisting, openOrCreate } from "./allowed-file.ts";
import { lineQueue } from "./line-queue.ts";

const lineFeed = 0x0a;

/**
 * Opens a sink that appends lines to a file. A write creates the file if it does not exist, for example after log
 * rotation. After an incomplete line, the next line begins on a new line. Rejects with an Error, for example if an
 * existing file is not permitted.
 */
export async function fileSink(allowed: AllowedFile): Promise<AuditSink> {
  await makeAllowedFolder(allowed);
  let open: OpenFile | undefined = await openExisting(allowed);
  let mayBeTorn = true;

  async function current(): Promise<OpenFile> {
    // Log rotation moves the file; the next line goes to a new one.
    if (open && (await stat(open.path).catch(() => undefined))?.ino !== open.inode) {
      const moved = open;
      open = undefined;
      await moved.close();
    }
    if (!open) mayBeTorn = true;
    open ??= await openOrCreate(allowed);
    return open;
  }

  const queue = lineQueue(async (lines) => {
    const { file, path } = await current();
    const start = mayBeTorn && (await endsWithinALine(file)) ? "\n" : "";
    mayBeTorn = true;
    try {
      await file.appendFile(start + lines);
    } catch (error) {
      // The next process would refuse an empty file.
      if ((await file.stat()).size === 0) await rm(path, { force: true });
      throw error;
    }
    mayBeTorn = false;
  });
  return {
    write: (line) => queue.add(line),
    async close() {
      await queue.settled();
      await open?.close();
      open = undefined;
    },
  };
}

async function endsWithinALine(file: OpenFile["file"]): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(1), position: size - 1 });
  return bytesRead === 1 && buffer[0] !== lineFeed;
}
