import type { EventOf } from "#harness/history/event.ts";

/** The id with which each secondary last introduced itself to each primary. */
export class Secondaries {
  readonly #ids = new Map<string, string>();

  frame({ from, to, kind, about }: EventOf<"frame">): void {
    if (kind !== "introduction" || typeof about?.id !== "string") return;
    this.#ids.set(`${from} ${to}`, about.id);
    // A cluster that replicates from another is no longer its primary, whatever it sends.
    this.#ids.delete(`${to} ${from}`);
  }

  idOf({ secondary, primary }: Readonly<{ secondary: string; primary: string }>): string | undefined {
    return this.#ids.get(`${secondary} ${primary}`);
  }
}
