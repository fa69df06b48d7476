import type { EventOf } from "#harness/history/event.ts";

/** Kinds of faults that have no duration: they are over at once. */
export const passingFaults: ReadonlySet<string> = new Set([
  "skew",
  "lost disk",
  "older store",
  "intruder",
  "restart",
  "reset",
]);

/** True if `heal` ends `fault`. A heal event without `cause` ends all faults with the same parties. */
export function isEndOf({ cause, parties }: EventOf<"heal">, fault: EventOf<"fault">): boolean {
  if (cause !== undefined) return cause === fault.seq;
  return parties.length === fault.parties.length && parties.every((party) => fault.parties.includes(party));
}

/** The lasting faults of a history that have not ended. */
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

  /** True if a fault of this kind that affects `party` is in progress. */
  isOf(party: string, kind: string): boolean {
    return this.#open.some((fault) => fault.kind === kind && fault.parties.includes(party));
  }
}
