import type { Judgement } from "#harness/checkers/checker.ts";
import { CheckerRun } from "#harness/checkers/checker-run.ts";
import { checkers } from "#harness/checkers/checkers.ts";
import type { Event, Heading } from "#harness/history/event.ts";
import { maxDrawn } from "./drawing.ts";
import type { DrawnHistory } from "./lanes.ts";

/** One history that is read to be judged and drawn: of its events it keeps those around the first that is broken, or else the last. */
export class Collected {
  readonly heading: Heading;
  readonly #bench: CheckerRun;
  #events: Event[] = [];
  #after = 0;
  #began: number | undefined;

  constructor(heading: Heading) {
    this.heading = heading;
    this.#bench = new CheckerRun(heading, checkers);
  }

  take(event: Event): void {
    this.#began ??= event.at;
    this.#bench.take(event);
    if (this.#bench.isBroken) this.#after += 1;
    if (this.#after > maxDrawn) return;
    this.#events.push(event);
    if (this.#after === 0 && this.#events.length > 2 * maxDrawn) this.#events = this.#events.slice(-maxDrawn);
  }

  /** What the checkers say; the history is over, or cut here. */
  end(): readonly Judgement[] {
    return this.#bench.end();
  }

  drawn(judgements: readonly Judgement[]): DrawnHistory {
    const broken = judgements.filter((one) => one.verdict === "broken");
    return { heading: this.heading, events: this.#events, began: this.#began ?? 0, broken };
  }
}
