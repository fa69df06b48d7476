import type { AuditSinks } from "#engine/ports/audit.ts";
import { areAuditLines } from "#engine/ports/audit-lines.ts";

/** Audit files of a simulated host. They survive a crash of its cluster. */
export class SimulatedAuditFiles {
  readonly #texts = new Map<string, string>();
  isFull = false;

  text(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  get texts(): readonly string[] {
    return [...this.#texts.values()];
  }

  sinks(): AuditSinks {
    const write = async (path: string, line: string) => {
      if (this.isFull) throw new Error("no space left on the device");
      this.#texts.set(path, this.text(path) + line);
    };
    const refuseOthers = (path: string, beginning: string) => {
      const text = this.text(path);
      if (path === "stdout" || path === "discard" || text === "" || areAuditLines(text, beginning)) return;
      throw new Error("file_path must be a new file, or one with entries of an audit device with this prefix");
    };
    return {
      async open(device) {
        if (device.kind === "socket") throw new Error("nothing listens there");
        const { path, beginning } = device;
        refuseOthers(path, beginning);
        await write(path, "");
        return { write: (line) => write(device.path, line), async close() {} };
      },
    };
  }
}
