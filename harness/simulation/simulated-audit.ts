import type { AuditSinks } from "#engine/ports/audit.ts";

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
    return {
      async open(place) {
        if (place.kind === "socket") throw new Error("nothing listens there");
        await write(place.path, "");
        return { write: (line) => write(place.path, line), async close() {} };
      },
    };
  }
}
