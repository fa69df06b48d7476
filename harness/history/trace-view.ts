import type { Event, EventOf } from "./event.ts";

/** A view of a history: names, kinds, sizes and digests of what happened, and nothing that was said. */
export class TraceView {
  readonly #began: number;
  /** What is on its way; a trace tells of it when it has arrived. */
  readonly #under = new Map<number, EventOf<"frame">>();

  /** `began` is when the stage's time began, in milliseconds since 1970: a trace tells times since then. */
  constructor(began: number) {
    this.#began = began;
  }

  /** The line of the trace for an event, without its end; undefined when it has none. */
  line(event: Event): string | undefined {
    const facts = this.#facts(event);
    return facts && JSON.stringify({ at: Math.round((event.at - this.#began) * 1000) / 1000, ...facts });
  }

  #facts(event: Event): Readonly<Record<string, unknown>> | undefined {
    switch (event.type) {
      case "frame":
        this.#under.set(event.seq, event);
        return undefined;
      case "arrival":
        return this.#arrived(event);
      case "fault":
        return { event: event.kind, parties: event.parties };
      case "heal":
        return { event: "healed", parties: event.parties };
      case "crash":
        return { event: "killed", cluster: event.cluster };
      case "failpoint":
        return { event: "at", cluster: event.cluster, place: event.place };
      case "log":
        return { event: "log", cluster: event.cluster, level: event.level, what: event.message, ...event.facts };
      default:
        return undefined;
    }
  }

  #arrived({ cause, fate }: EventOf<"arrival">): Readonly<Record<string, unknown>> | undefined {
    const frame = this.#under.get(cause);
    this.#under.delete(cause);
    if (!frame) return undefined;
    const { from, to, kind, size, digest } = frame;
    return { event: fate, from, to, kind, size, digest };
  }
}
