import type { Event, EventOf, NewEvent } from "./event.ts";

/** Is told of every event, in their order, when it happens. */
export type Listener = (event: Event) => void;

/** The history of one stage: puts events into one order, gives them their time, and tells its listeners. Keeps none of them. */
export class History {
  readonly #now: () => number;
  readonly #listeners: Listener[] = [];
  #last = 0;
  #faults: EventOf<"fault">[] = [];

  /** `now` is the stage's time in milliseconds since 1970; a fraction is cut after the third digit. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of the last event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  /** Takes an event in, and gives back its number, for what it leads to. */
  note(added: NewEvent): number {
    const seq = ++this.#last;
    // Its type stays the first member, wherever it stands in what was added.
    const event = Object.assign({ type: added.type, seq, at: Math.round(this.#now() * 1000) / 1000 }, added) as Event;
    if (event.type === "fault") this.#faults.push(event);
    for (const listen of this.#listeners) listen(event);
    return seq;
  }

  /** Notes the end of every fault between these parties that has begun and not ended. */
  heal(parties: readonly string[]): void {
    const ended = this.#faults.filter((fault) => isSame(fault.parties, parties));
    this.#faults = this.#faults.filter((fault) => !ended.includes(fault));
    for (const { seq } of ended) this.note({ type: "heal", cause: seq, parties: [...parties] });
  }

  /** Tells `listener` of all that happens from now on. */
  tell(listener: Listener): void {
    this.#listeners.push(listener);
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((party) => others.includes(party));
}
