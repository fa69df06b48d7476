import { type FileHandle, open, stat } from "node:fs/promises";
import type { AuditPlace, AuditSink } from "#engine/ports/audit.ts";
import { inOneGo } from "./in-one-go.ts";

/** Appends to a file, which is made when it is not there and made anew when it was moved or taken away; or writes to standard output. */
export async function fileSink({ path, mode }: Extract<AuditPlace, { kind: "file" }>): Promise<AuditSink> {
  if (path === "stdout") {
    return {
      write: (line) =>
        new Promise((resolve, reject) => process.stdout.write(line, (error) => (error ? reject(error) : resolve()))),
      async close() {},
    };
  }
  let file: FileHandle = await open(path, "a", mode);
  const queue = inOneGo(async (lines) => {
    // Whoever rotates logs moves the file away: what comes next belongs into a new one.
    if ((await stat(path).catch(() => undefined))?.ino !== (await file.stat()).ino) {
      const moved = file;
      file = await open(path, "a", mode);
      await moved.close();
    }
    await file.appendFile(lines);
  });
  return {
    write: (line) => queue.add(line),
    async close() {
      await queue.settled();
      await file.close();
    },
  };
}
