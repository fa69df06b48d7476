import type { EventOf } from "#harness/history/event.ts";

/** Faults that are over when they have begun. */
export const passingFaults: ReadonlySet<string> = new Set(["skew", "lost disk", "older store", "intruder", "restart"]);

/** Faults that have begun and not ended, by a history. */
export class OpenFaults {
  readonly #kinds = new Map<number, string>();

  begin({ seq, kind }: EventOf<"fault">): void {
    this.#kinds.set(seq, kind);
  }

  /** Without a cause all of them end. */
  heal({ cause }: EventOf<"heal">): void {
    if (cause === undefined) this.#kinds.clear();
    else this.#kinds.delete(cause);
  }

  get isNone(): boolean {
    return this.#kinds.size === 0;
  }

  has(kind: string): boolean {
    return [...this.#kinds.values()].includes(kind);
  }
}
