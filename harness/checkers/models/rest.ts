import type { EventOf } from "#harness/history/event.ts";

/** Tracks quiescence, which lasts from a `settled` event until the next fault or other disturbance. */
export class Rest {
  #since: number | undefined;

  settled({ seq }: EventOf<"settled">): void {
    this.#since = seq;
  }

  disturb(): void {
    this.#since = undefined;
  }

  /** True if the clusters are quiescent and the event occurred after the start of this quiescence. */
  holds({ seq }: Readonly<{ seq: number }>): boolean {
    return this.#since !== undefined && seq >= this.#since;
  }
}
