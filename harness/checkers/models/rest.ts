import type { EventOf } from "#harness/history/event.ts";

/** Whether all is healed and has had time to settle: from then on until something is disturbed again. */
export class Rest {
  #since: number | undefined;

  settled({ seq }: EventOf<"settled">): void {
    this.#since = seq;
  }

  disturb(): void {
    this.#since = undefined;
  }

  /** Whether this was asked at rest, and all has been so until now. */
  holds({ seq }: Readonly<{ seq: number }>): boolean {
    return this.#since !== undefined && seq >= this.#since;
  }
}
