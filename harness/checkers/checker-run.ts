import type { Event, EventOf, Heading } from "#harness/history/event.ts";
import type { Checker, Findings, Judge, Judgement, Verdict } from "./checker.ts";
import { lostStores, Roles } from "./models/roles.ts";
import { SecretLog } from "./models/secret-log.ts";
import type { Operation } from "./operation.ts";

type RunningChecker = { readonly checker: Checker; readonly judge: Judge; verdict: Verdict };

/** Runs checkers on one history: during the run that produces it, or from a file. */
export class CheckerRun {
  readonly #checkers: readonly RunningChecker[];
  readonly #open = new Map<number, EventOf<"request">>();
  readonly #overtaken = new Set<number>();
  readonly #listeners = new Map<Event["type"], ((event: Event) => void)[]>();
  readonly #answered: ((operation: Operation) => void)[] = [];
  readonly #models = { roles: new Roles(), secrets: new SecretLog() };
  #began: number | undefined;

  constructor(heading: Heading, checkers: readonly Checker[]) {
    this.#checkers = checkers.map((checker) => this.#start(checker, heading));
    for (const { judge } of this.#checkers) {
      if (judge.answered) this.#answered.push((operation) => judge.answered?.(operation));
      for (const [type, listen] of Object.entries(judge.on ?? {})) {
        const others = this.#listeners.get(type as Event["type"]) ?? [];
        // The type of `on` pairs each listener with its event type, which Object.entries loses.
        this.#listeners.set(type as Event["type"], [...others, listen as (event: Event) => void]);
      }
    }
  }

  /** Must be called with every event, in order. */
  readonly take = (event: Event): void => {
    this.#began ??= event.at;
    if (event.type === "request") this.#asked(event);
    if (event.type === "frame") this.#models.roles.frame(event);
    if (event.type === "fault") this.#failed(event);
    const operation = event.type === "answer" ? this.#operation(event) : undefined;
    const listeners = this.#listeners.get(event.type);
    if (listeners) for (const listen of listeners) listen(event);
    if (operation) for (const listen of this.#answered) listen(operation);
  };

  get isBroken(): boolean {
    return this.#checkers.some(({ verdict }) => verdict.verdict === "broken");
  }

  /** Must be called after the last event. Returns the judgements of all checkers. */
  end(): readonly Judgement[] {
    return this.#checkers.map((start) => {
      start.judge.end?.();
      const { name, invariants } = start.checker;
      return { checker: name, invariants, ...start.verdict };
    });
  }

  #asked(request: EventOf<"request">): void {
    this.#open.set(request.seq, request);
    this.#models.roles.asked(request);
    this.#models.secrets.asked(request);
  }

  #failed(fault: EventOf<"fault">): void {
    this.#models.roles.failed(fault);
    const lost = lostStores(fault);
    for (const { seq, cluster } of this.#open.values()) if (lost.includes(cluster)) this.#overtaken.add(seq);
  }

  #operation(received: EventOf<"answer">): Operation | undefined {
    const request = this.#open.get(received.cause);
    if (!request) return undefined;
    this.#open.delete(received.cause);
    const answer = this.#overtaken.delete(received.cause) ? withoutResponse(received) : received;
    const { roles, secrets } = this.#models;
    const anyRead = secrets.read({ request, answer });
    const read = anyRead && !secrets.isFiltered(anyRead) ? anyRead : undefined;
    const write = secrets.answered({ request, answer });
    roles.answered({ request, answer });
    return { request, answer, ...(read ? { read } : {}), ...(anyRead ? { anyRead } : {}), ...(write ? { write } : {}) };
  }

  #start(checker: Checker, heading: Heading): RunningChecker {
    const time = ({ at }: Readonly<{ at: number }>) => `${((at - (this.#began ?? at)) / 1000).toFixed(1)} s`;
    const findings: Findings = {
      heading,
      models: this.#models,
      time,
      broken({ seq, at }, sentence) {
        if (start.verdict.verdict !== "broken") start.verdict = { verdict: "broken", event: seq, at, sentence };
      },
      undecided(sentence) {
        if (start.verdict.verdict === "held") start.verdict = { verdict: "undecided", sentence };
      },
    };
    const start: RunningChecker = { checker, judge: checker.judge(findings), verdict: { verdict: "held" } };
    return start;
  }
}

function withoutResponse({ type, seq, at, cause }: EventOf<"answer">): EventOf<"answer"> {
  return { type, seq, at, cause, outcome: "unknown", status: null };
}
