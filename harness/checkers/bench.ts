import type { Event, EventOf, Heading } from "#harness/history/event.ts";
import type { Checker, Findings, Judge, Judgement, Verdict } from "./checker.ts";

type Seat = { readonly checker: Checker; readonly judge: Judge; verdict: Verdict };

/** Lets checkers judge one history while it happens, or as it is read. */
export class Bench {
  readonly #seats: readonly Seat[];
  /** What is asked and not answered. */
  readonly #open = new Map<number, EventOf<"request">>();
  readonly #listeners = new Map<Event["type"], ((event: Event) => void)[]>();
  #began: number | undefined;

  constructor(heading: Heading, checkers: readonly Checker[]) {
    this.#seats = checkers.map((checker) => this.#seat(checker, heading));
    for (const { judge } of this.#seats) {
      for (const [type, listen] of Object.entries(judge.on ?? {})) {
        const others = this.#listeners.get(type as Event["type"]) ?? [];
        // The table says which listener is for which type; what it says of one pair is true of each.
        this.#listeners.set(type as Event["type"], [...others, listen as (event: Event) => void]);
      }
    }
  }

  /** To be told of every event, in their order. */
  readonly take = (event: Event): void => {
    this.#began ??= event.at;
    if (event.type === "request") this.#open.set(event.seq, event);
    const request = event.type === "answer" ? this.#open.get(event.cause) : undefined;
    for (const listen of this.#listeners.get(event.type) ?? []) listen(event);
    if (event.type !== "answer" || !request) return;
    this.#open.delete(event.cause);
    for (const { judge } of this.#seats) judge.answered?.({ request, answer: event });
  };

  /** What the checkers say; the history is over. */
  end(): readonly Judgement[] {
    return this.#seats.map((seat) => {
      seat.judge.end?.();
      const { name, invariants } = seat.checker;
      return { checker: name, invariants, ...seat.verdict };
    });
  }

  #seat(checker: Checker, heading: Heading): Seat {
    const time = ({ at }: Readonly<{ at: number }>) => `${((at - (this.#began ?? at)) / 1000).toFixed(1)} s`;
    const findings: Findings = {
      heading,
      time,
      broken({ seq, at }, sentence) {
        if (seat.verdict.verdict !== "broken") seat.verdict = { verdict: "broken", event: seq, at, sentence };
      },
      undecided(sentence) {
        if (seat.verdict.verdict === "held") seat.verdict = { verdict: "undecided", sentence };
      },
    };
    const seat: Seat = { checker, judge: checker.judge(findings), verdict: { verdict: "held" } };
    return seat;
  }
}
