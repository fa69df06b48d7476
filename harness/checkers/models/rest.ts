import type { EventOf } from "#harness/history/event.ts";

/** Tracks quiescence: from the event `settled` until the next disturbance. */
export class Rest {
  #since: number | undefined;

  settled({ seq }: EventOf<"settled">): void {
    this.#since = seq;
  }

  disturb(): void {
    this.#since = undefined;
  }

  /** True if the event occurred during a quiescence that still lasts. */
  holds({ seq }: Readonly<{ seq: number }>): boolean {
    return this.#since !== undefined && seq >= this.#since;
  }
}
