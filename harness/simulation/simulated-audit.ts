import type { AuditSinks } from "#engine/ports/audit.ts";
import { areAuditLines } from "#engine/ports/audit-lines.ts";

/** The audit files of a simulated host: they outlive its cluster. Its sockets have no listener. */
export class SimulatedAuditFiles {
  readonly #texts = new Map<string, string>();
  /** Whether the disk takes nothing. */
  isFull = false;

  /** What is written in a file. */
  text(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  /** What is written in all files. */
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
      async open(place) {
        if (place.kind === "socket") throw new Error("nothing listens there");
        const { path, beginning } = place;
        refuseOthers(path, beginning);
        await write(path, "");
        return { write: (line) => write(place.path, line), async close() {} };
      },
    };
  }
}
