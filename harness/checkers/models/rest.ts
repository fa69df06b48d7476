import type { EventOf } from "#harness/history/event.ts";

/** Tracks quiescence, which lasts from a `settled` event until the next disturbance. */
export class Rest {
  #since: number | undefined;

  settled({ seq }: EventOf<"settled">): void {
    this.#since = seq;
  }

  disturb(): void {
    this.#since = undefined;
  }

  /** True if there is quiescence and the event is not from before its start. */
  holds({ seq }: Readonly<{ seq: number }>): boolean {
    return this.#since !== undefined && seq >= this.#since;
  }
}
