import type { EventOf } from "#harness/history/event.ts";
import { Introductions, restorer } from "./introductions.ts";

/** The id with which each secondary last introduced itself to each primary, apart from rejected introductions. */
export class Secondaries {
  readonly #ids = new Map<string, string>();
  /**
   * Secondaries that introduced themselves with a second id to enable replication. Until they do so without enabling
   * it, either id may be in use: the request may be refused, because another one was faster.
   */
  readonly #undecided = new Set<string>();

  readonly #introductions = new Introductions();

  frame(frame: EventOf<"frame">): void {
    this.#introductions.frame(frame);
    const { from, to, kind, about } = frame;
    if (kind !== "introduction" || typeof about?.id !== "string") return;
    const key = `${from} ${to}`;
    const undo = [restorer(this.#ids, key), restorer(this.#ids, `${to} ${from}`)];
    const wasUndecided = this.#undecided.has(key);
    this.#introductions.made(frame, () => {
      for (const one of undo) one();
      if (wasUndecided) this.#undecided.add(key);
      else this.#undecided.delete(key);
    });
    const known = this.#ids.get(key);
    if (about.isEnabled === true && known !== undefined && known !== about.id) this.#undecided.add(key);
    else if (about.isEnabled !== true) this.#undecided.delete(key);
    this.#ids.set(key, about.id);
    // A cluster that introduces itself to another is no longer the other's primary.
    this.#ids.delete(`${to} ${from}`);
  }

  /**
   * Returns the id with which the secondary last introduced itself to the primary. Undefined if it is unknown, or if
   * either of two ids may be in use.
   */
  idOf({ secondary, primary }: Readonly<{ secondary: string; primary: string }>): string | undefined {
    const key = `${secondary} ${primary}`;
    return this.#undecided.has(key) ? undefined : this.#ids.get(key);
  }
}
