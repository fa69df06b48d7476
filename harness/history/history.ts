import type { Event, EventOf, NewEvent } from "./event.ts";

/** Called with each event when it occurs. */
export type Listener = (event: Event) => void;

/**
 * Numbers the events of a stage, adds the time, and calls the listeners. Stores only faults, until `heal` ends them.
 */
export class History {
  readonly #now: () => number;
  readonly #listeners: Listener[] = [];
  #last = 0;
  #faults: EventOf<"fault">[] = [];

  /** `now` returns the stage's time in milliseconds since 1970. In events it is rounded to three decimals. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The number of the last event; 0 before the first event. */
  get last(): number {
    return this.#last;
  }

  /** Adds an event. Returns its number, which can be the `cause` of a later event. */
  note(added: NewEvent): number {
    const seq = ++this.#last;
    // `type` stays the first member, wherever it is in `added`.
    const event = Object.assign({ type: added.type, seq, at: Math.round(this.#now() * 1000) / 1000 }, added) as Event;
    if (event.type === "fault") this.#faults.push(event);
    for (const listen of this.#listeners) listen(event);
    return seq;
  }

  /** Adds a heal event for each fault with exactly these parties that no earlier call has ended. */
  heal(parties: readonly string[]): void {
    const ended = this.#faults.filter((fault) => isSame(fault.parties, parties));
    this.#faults = this.#faults.filter((fault) => !ended.includes(fault));
    for (const { seq } of ended) this.note({ type: "heal", cause: seq, parties: [...parties] });
  }

  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((party) => others.includes(party));
}
