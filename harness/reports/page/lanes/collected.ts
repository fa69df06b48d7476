import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import type { Event, Heading } from "#harness/history/event.ts";
import { maxDrawn } from "./drawing.ts";
import type { DrawnHistory } from "./lanes.ts";

/** A history that is checked while it is read. Keeps events around the first broken rule, or the last events. */
export class Collected {
  readonly heading: Heading;
  readonly #run: CheckerRun;
  #events: Event[] = [];
  #after = 0;
  #began: number | undefined;

  constructor(heading: Heading) {
    this.heading = heading;
    this.#run = new CheckerRun(heading, checkers);
  }

  take(event: Event): void {
    this.#began ??= event.at;
    this.#run.take(event);
    if (this.#run.isBroken) this.#after += 1;
    if (this.#after > maxDrawn) return;
    this.#events.push(event);
    if (this.#after === 0 && this.#events.length > 2 * maxDrawn) this.#events = this.#events.slice(-maxDrawn);
  }

  /** Ends the checkers and returns their judgements. A truncated history ends where it is truncated. */
  end(): readonly Judgement[] {
    return this.#run.end();
  }

  drawn(judgements: readonly Judgement[]): DrawnHistory {
    const broken = judgements.filter((one) => one.verdict === "broken");
    return { heading: this.heading, events: this.#events, began: this.#began ?? 0, broken };
  }
}
