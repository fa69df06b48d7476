import type { EventOf } from "#harness/history/event.ts";

/** Faults that are over when they have begun. */
export const passingFaults: ReadonlySet<string> = new Set([
  "skew",
  "lost disk",
  "older store",
  "intruder",
  "restart",
  "reset",
]);

/** Whether a fault ends with this: one without a cause ends all faults between its parties. */
export function isEndOf({ cause, parties }: EventOf<"heal">, fault: EventOf<"fault">): boolean {
  if (cause !== undefined) return cause === fault.seq;
  return parties.length === fault.parties.length && parties.every((party) => fault.parties.includes(party));
}

/** Faults that last, have begun and not ended, by a history. */
export class OpenFaults {
  #open: readonly EventOf<"fault">[] = [];

  begin(fault: EventOf<"fault">): void {
    if (!passingFaults.has(fault.kind)) this.#open = [...this.#open, fault];
  }

  heal(heal: EventOf<"heal">): void {
    this.#open = this.#open.filter((fault) => !isEndOf(heal, fault));
  }

  get isNone(): boolean {
    return this.#open.length === 0;
  }

  has(kind: string): boolean {
    return this.#open.some((fault) => fault.kind === kind);
  }

  /** Whether there is one of this kind that `party` takes part in. */
  isOf(party: string, kind: string): boolean {
    return this.#open.some((fault) => fault.kind === kind && fault.parties.includes(party));
  }
}
