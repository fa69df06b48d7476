import type { EventOf } from "#harness/history/event.ts";

/** By which id each secondary introduced itself last to a primary, as frames tell. */
export class Secondaries {
  readonly #ids = new Map<string, string>();

  frame({ from, to, kind, about }: EventOf<"frame">): void {
    if (kind !== "introduction" || typeof about?.id !== "string") return;
    this.#ids.set(`${from} ${to}`, about.id);
    // Who replicates from it now is its primary no more, whatever it sends.
    this.#ids.delete(`${to} ${from}`);
  }

  idOf({ secondary, primary }: Readonly<{ secondary: string; primary: string }>): string | undefined {
    return this.#ids.get(`${secondary} ${primary}`);
  }
}
