import type { AuditSink, AuditSinks, AuditTarget } from "#engine/ports/audit.ts";
import { fileSink } from "./file-sink.ts";
import { socketSink } from "./socket-sink.ts";

const nowhere: AuditSink = { async write() {}, async close() {} };

const standardOutput: AuditSink = {
  write: (line) =>
    new Promise((resolve, reject) => process.stdout.write(line, (error) => (error ? reject(error) : resolve()))),
  async close() {},
};

/** Files below `folders`, and sockets of this machine. Disposing closes what is open. */
export function auditSinks({ folders }: Readonly<{ folders: readonly string[] }>): AuditSinks & AsyncDisposable {
  const open = new Set<AuditSink>();
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
    },
  };
}

async function sinkAt(place: AuditTarget, folders: readonly string[]): Promise<AuditSink> {
  if (place.kind === "socket") return socketSink(place);
  if (place.path === "discard") return nowhere;
  if (place.path === "stdout") return standardOutput;
  return fileSink({ path: place.path, mode: place.mode, folders });
}
