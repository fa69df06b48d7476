import type { EventOf } from "#harness/history/event.ts";

/** The id with which each secondary last introduced itself to each primary. */
export class Secondaries {
  readonly #ids = new Map<string, string>();

  frame({ from, to, kind, about }: EventOf<"frame">): void {
    if (kind !== "introduction" || typeof about?.id !== "string") return;
    this.#ids.set(`${from} ${to}`, about.id);
    // A cluster that introduces itself to another is no longer the other's primary.
    this.#ids.delete(`${to} ${from}`);
  }

  idOf({ secondary, primary }: Readonly<{ secondary: string; primary: string }>): string | undefined {
    return this.#ids.get(`${secondary} ${primary}`);
  }
}
