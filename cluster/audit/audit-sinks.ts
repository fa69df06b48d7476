import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AuditSink, AuditSinks, AuditTarget } from "#engine/ports/audit.ts";
import { fileSink } from "./file-sink.ts";
import { socketSink } from "./socket-sink.ts";

const nowhere: AuditSink = { async write() {}, async close() {} };

const standardOutput: AuditSink = {
  write: (line) =>
    new Promise((resolve, reject) => process.stdout.write(line, (error) => (error ? reject(error) : resolve()))),
  async close() {},
};

/**
 * Opens the targets of audit devices. Files must be below one of `folders`; default: a temporary folder, which is
 * removed when the result is disposed. Disposing closes the open sinks.
 */
export function auditSinks({
  folders: configured,
}: Readonly<{ folders?: readonly string[] }>): AuditSinks & AsyncDisposable {
  const open = new Set<AuditSink>();
  const folders = configured ?? [join(tmpdir(), `understudy-audit-${randomUUID()}`)];
  return {
    async open(place) {
      const sink = await sinkAt(place, folders);
      open.add(sink);
      return {
        write: (line) => sink.write(line),
        async close() {
          open.delete(sink);
          await sink.close();
        },
      };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...open].map((sink) => sink.close()));
      if (!configured) await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    },
  };
}

async function sinkAt(place: AuditTarget, folders: readonly string[]): Promise<AuditSink> {
  if (place.kind === "socket") return socketSink(place);
  if (place.path === "discard") return nowhere;
  if (place.path === "stdout") return standardOutput;
  const { path, mode, beginning } = place;
  return fileSink({ path, mode, beginning, folders });
}
