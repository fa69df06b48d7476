import type { EventOf } from "#harness/history/event.ts";

/**
 * Undoes the introductions that the other cluster rejects: a cluster also introduces itself to inform a former primary,
 * whose secondary it does not become.
 */
export class Introductions {
  readonly #undo = new Map<string, () => void>();

  /** Must be called with every introduction, and with a function that restores what was known before it. */
  made({ from, to }: EventOf<"frame">, undo: () => void): void {
    this.#undo.set(`${from} ${to}`, undo);
  }

  /** Must be called with every frame. */
  frame({ from, to, kind }: EventOf<"frame">): void {
    const way = `${to} ${from}`;
    if (kind === "goodbye") this.#undo.get(way)?.();
    if (kind === "goodbye" || kind === "welcome") this.#undo.delete(way);
  }
}

/** Returns a function that restores the current value of a key, or its absence. */
export function restorer<Value>(map: Map<string, Value>, key: string): () => void {
  const [isThere, value] = [map.has(key), map.get(key)];
  return () => void (isThere ? map.set(key, value as Value) : map.delete(key));
}
