import type { Event } from "#harness/history/event.ts";
import { maxDrawn } from "./drawing.ts";

/** Collects the events whose numbers differ from `middle` by at most {@link maxDrawn}. */
export class Window {
  readonly events: Event[] = [];
  /** Time of the history's first event, in milliseconds since 1970. */
  began: number | undefined;
  readonly #middle: number;

  constructor(middle: number) {
    this.#middle = middle;
  }

  take(event: Event): void {
    this.began ??= event.at;
    if (Math.abs(event.seq - this.#middle) <= maxDrawn) this.events.push(event);
  }
}
