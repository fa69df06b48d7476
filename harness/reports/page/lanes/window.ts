import type { Event } from "#harness/history/event.ts";
import { maxDrawn } from "./drawing.ts";

/** Keeps the events around one of a history whose number is known before, as many as are drawn. */
export class Window {
  readonly events: Event[] = [];
  /** When the first event of the history happened, in milliseconds since 1970. */
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
